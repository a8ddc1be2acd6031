import type { Parameters } from '../../contract/records/variant.ts';
import { isWfError } from '../../errors/wf-error.ts';
import type { ConfigurationReference } from '../ports.ts';
import { resolveConfiguration } from '../resolve-configuration.ts';
import { fromJson } from '../store/json-column.ts';
import type { Db } from '../store/schema.ts';

/**
 * Finds the stored configuration that a call of the sources names. Before anything was deployed to production, which
 * is what a call means that names nothing, the code's own defaults are its configuration.
 *
 * @throws {WF_NOT_FOUND} for another variant or environment that is not there
 */
export async function resolveSourceConfiguration(
  db: Db,
  appName: string,
  { application, variant = null, environment = null }: ConfigurationReference,
): Promise<Parameters> {
  const app = await findApp(db, application ?? appName);
  try {
    const reference = { appId: app ?? '', variant, environment, revision: null };
    return fromJson((await resolveConfiguration(db, reference)).revision.parameters);
  } catch (error) {
    const isUndeployed = variant === null && (environment ?? 'production') === 'production';
    if (isUndeployed && isWfError(error) && error.code === 'WF_NOT_FOUND') return {};
    throw error;
  }
}

async function findApp(db: Db, name: string): Promise<string | null> {
  const app = await db.selectFrom('apps').select('id').where('name', '=', name).executeTakeFirst();
  return app?.id ?? null;
}
