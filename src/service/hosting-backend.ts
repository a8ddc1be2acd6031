import { UserError } from '../errors/wf-error.ts';
import type { HostingBackend } from './ports.ts';
import { readRevisionParameters, resolveConfiguration } from './resolve-configuration.ts';
import { openVariables } from './secrets/app-variables.ts';
import type { SecretBox } from './secrets/create-secret-box.ts';
import { fromJson } from './store/json-column.ts';
import { appendLogs } from './store/queries/logs.ts';
import type { Db } from './store/schema.ts';

export type ReadVariables = (appId: string) => Promise<Readonly<Record<string, string>>>;

export interface HostingBackendOptions {
  readonly db: Db;
  readonly secrets: SecretBox;
  readonly readVariables: ReadVariables;
}

/** What hosting asks of the store. A bundle only ever learns of its own app. */
export function createHostingBackend({ db, secrets, readVariables }: HostingBackendOptions): HostingBackend {
  return {
    readArtifact: async (sha256) => {
      const found = await db.selectFrom('artifacts').select('bytes').where('sha256', '=', sha256).executeTakeFirst();
      return found?.bytes ?? null;
    },
    resolveConfiguration: async (deployment, { revision, application, variant, environment, version }) => {
      if (revision != null) {
        await requireOwnRevision(db, deployment.app_id, revision);
        return await readRevisionParameters(db, revision);
      }
      requireOwnApp(deployment, application ?? null);
      const resolved = await resolveConfiguration(db, {
        appId: deployment.app_id,
        variant: variant ?? null,
        environment: environment ?? null,
        revision: version ?? null,
      });
      return fromJson(resolved.revision.parameters);
    },
    appendLogs: (appId, lines) => appendLogs(db, appId, lines),
    // What was set for the app counts more than what its folder happens to declare.
    readVariables: async ({ app_id }) => ({
      ...(await readVariables(app_id)),
      ...(await openVariables(db, secrets, app_id)),
    }),
  };
}

async function requireOwnRevision(db: Db, appId: string, revisionId: string): Promise<void> {
  const found = await db
    .selectFrom('variant_revisions')
    .innerJoin('variants', 'variants.id', 'variant_revisions.variant_id')
    .select('variants.app_id')
    .where('variant_revisions.id', '=', revisionId)
    .executeTakeFirst();
  if (found?.app_id === appId) return;
  throw new UserError({ code: 'WF_NOT_FOUND', message: `The app has no variant revision with the id ${revisionId}.` });
}

function requireOwnApp({ app_id, app_name }: { app_id: string; app_name: string }, application: string | null): void {
  if (application === null || application === app_id || application === app_name) return;
  throw new UserError({
    code: 'WF_NOT_FOUND',
    message: `A workflow of app ${JSON.stringify(app_name)} cannot read the configuration of ${JSON.stringify(application)}.`,
  });
}
