import type { Client } from '../../client/create-client.ts';
import { orUnsupported } from '../../client/public/is-missing.ts';
import type { Deployment } from '../../contract/deployments/deployment.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import type { ConfigurationDiff } from '../../contract/develop/configuration-diff.ts';
import { type Configuration, diffConfigurations } from './diff-configurations.ts';
import { findConfiguration, type FindConfigurationOptions, type FoundConfiguration } from './find-configuration.ts';
import { listDeployedRoutes } from './resolve-variant.ts';

export interface ResolveConfigurationOptions extends FindConfigurationOptions {
  /** Reads the routes of the project's source code, for the name `local`. */
  readonly readLocal: () => Promise<readonly RouteSchema[]>;
}

/**
 * Finds a named configuration with its code: the pinned code of an environment, the newest code of a variant, or the
 * defaults of the project's source code for `local`.
 *
 * @throws {WF_NOT_FOUND} when nothing has that name, or the environment runs nothing
 * @throws {WF_USAGE} when both a variant and an environment have that name
 */
export async function resolveConfiguration(options: ResolveConfigurationOptions): Promise<Configuration> {
  if (options.named === 'local') return { label: 'local', set: {}, routes: await options.readLocal() };
  const { label, set, ...found } = await findConfiguration({ ...options, others: ['local'] });
  return { label, set, routes: await readRoutes(options.client, found) };
}

async function readRoutes(
  client: Client,
  { app_id, code }: Pick<FoundConfiguration, 'app_id' | 'code'>,
): Promise<readonly RouteSchema[]> {
  if (code.kind === 'newest') return await listDeployedRoutes(client, app_id, code.base);
  return (await findPinned(client, app_id, code.deployment))?.routes ?? [];
}

/** Finds a deployment by its id; `null` if the service does not store deployments. */
export async function findPinned(client: Client, app_id: string, id: string | null): Promise<Deployment | null> {
  if (id === null) return null;
  const deployments = await orUnsupported(client.listDeployments({ app_id }), []);
  return deployments.find((one) => one.id === id) ?? null;
}

interface CompareConfigurationsOptions extends Omit<ResolveConfigurationOptions, 'named'> {
  readonly before: string;
  readonly after: string;
}

export async function compareConfigurations(options: CompareConfigurationsOptions): Promise<ConfigurationDiff> {
  const [before, after] = await Promise.all([
    resolveConfiguration({ ...options, named: options.before }),
    resolveConfiguration({ ...options, named: options.after }),
  ]);
  return diffConfigurations(before, after);
}
