import { diffConfigurations } from './diff-configurations.ts';
import type { ConfigurationDiff } from './variant-results.ts';
import { resolveConfiguration, type ResolveConfigurationOptions } from './find-configuration.ts';

export interface CompareConfigurationsOptions extends Omit<ResolveConfigurationOptions, 'named'> {
  readonly before: string;
  readonly after: string;
}

/** Resolves two configurations and compares them. */
export async function compareConfigurations(options: CompareConfigurationsOptions): Promise<ConfigurationDiff> {
  const [before, after] = await Promise.all([
    resolveConfiguration({ ...options, named: options.before }),
    resolveConfiguration({ ...options, named: options.after }),
  ]);
  return diffConfigurations(before, after);
}
