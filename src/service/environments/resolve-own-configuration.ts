import { findAppOfRevision, readRevisionParameters } from '../variants/queries/revisions.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { ConfigurationReference } from '../../contract/variants/configuration-reference.ts';
import { resolveConfiguration } from './resolve-configuration.ts';
import { fromJson } from '../store/json-column.ts';
import type { Db } from '../store/schema.ts';

/** The app of the asking workflow. */
export interface OwnApp {
  readonly app_id: string;
  readonly app_name: string;
}

/**
 * Finds the parameters that a running workflow asks for. A workflow can read only its own app's.
 *
 * @throws {WF_NOT_FOUND} when the reference names nothing, or a record of another app
 */
export async function resolveOwnConfiguration(
  db: Db,
  own: OwnApp,
  { revision, application, variant, environment, version }: ConfigurationReference,
): Promise<Parameters> {
  if (revision != null) {
    await requireOwnRevision(db, own.app_id, revision);
    return await readRevisionParameters(db, revision);
  }
  requireOwnApp(own, application ?? null);
  const resolved = await resolveConfiguration(db, {
    appId: own.app_id,
    variant: variant ?? null,
    environment: environment ?? null,
    revision: version ?? null,
  });
  return fromJson(resolved.revision.parameters);
}

async function requireOwnRevision(db: Db, appId: string, revisionId: string): Promise<void> {
  if ((await findAppOfRevision(db, revisionId)) === appId) return;
  throw new UserError({ code: 'WF_NOT_FOUND', message: `The app has no variant revision with the id ${revisionId}.` });
}

function requireOwnApp({ app_id, app_name }: OwnApp, application: string | null): void {
  if (application === null || application === app_id || application === app_name) return;
  throw new UserError({
    code: 'WF_NOT_FOUND',
    message: `A workflow of app ${JSON.stringify(app_name)} cannot read the configuration of ${JSON.stringify(application)}.`,
  });
}
