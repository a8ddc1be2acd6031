import { findAppId } from '../apps/queries.ts';
import type { Parameters } from '../../contract/variants/variant.ts';
import { isWfError } from '../../errors/wf-error.ts';
import type { ConfigurationReference } from '../../contract/variants/configuration-reference.ts';
import { type OwnApp, resolveOwnConfiguration } from '../environments/resolve-own-configuration.ts';
import type { Db } from '../store/schema.ts';

/**
 * Finds the stored configuration that a call of the sources names, as the service does for deployed routes. Before
 * anything was deployed to production, which is what a call means that names nothing, the code's own defaults are its
 * configuration.
 *
 * @param appName - the project's app, which need not exist yet
 * @throws {WF_NOT_FOUND} for an app of another project, and for another variant, environment or revision than there is
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

/** The runtime names `production` where the caller named no environment. */
function namesNothing(reference: ConfigurationReference, { app_id, app_name }: OwnApp): boolean {
  const { revision, application, variant, environment, version } = reference;
  const isOwn = application == null || application === app_name || application === app_id;
  return (
    isOwn && revision == null && variant == null && version == null && (environment ?? 'production') === 'production'
  );
}
