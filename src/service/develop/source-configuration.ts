import { findAppId } from '../apps/queries.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import { isWfError } from '../../foundation/errors/wf-error.ts';
import type { ConfigurationReference } from '../../contract/variants/config.ts';
import { type OwnApp, resolveOwnConfiguration } from '../environments/resolve-configuration.ts';
import type { Db } from '../store/schema.ts';

/**
 * Finds what is set of the configuration that a call of the sources names, as the service does for deployed routes; the
 * sources have the other values. A call without a name means production, where nothing is set before the first deploy.
 *
 * @param appName - the project's app, which may not exist yet
 * @throws {WF_NOT_FOUND} for another project's app, and for an unknown variant, environment or revision
 */
export async function resolveSourceConfiguration(
  db: Db,
  appName: string,
  reference: ConfigurationReference,
): Promise<Parameters> {
  const own = await findOwnApp(db, appName);
  try {
    return await resolveOwnConfiguration(db, own, reference);
  } catch (error) {
    if (namesNothing(reference, own) && isWfError(error) && error.code === 'WF_NOT_FOUND') return {};
    throw error;
  }
}

async function findOwnApp(db: Db, name: string): Promise<OwnApp> {
  return { app_id: (await findAppId(db, name)) ?? '', app_name: name };
}

/** Answers whether a call of the project's own app names nothing: the runtime then sends `production`. */
export function namesNothing(reference: ConfigurationReference, { app_id, app_name }: OwnApp): boolean {
  const { revision, application, variant, environment, version } = reference;
  const isOwn = application == null || application === app_name || application === app_id;
  return (
    isOwn && revision == null && variant == null && version == null && (environment ?? 'production') === 'production'
  );
}
