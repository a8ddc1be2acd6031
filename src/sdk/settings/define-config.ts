import type { ProjectConfig } from '../../contract/settings/project-config.ts';

/**
 * Types the project file `wf.config.ts`; returns it unchanged.
 *
 * @param config - contents of the project file
 * @returns the same object
 * @source design §2
 * @example
 * ```ts
 * import { defineConfig } from 'wfkit';
 *
 * export default defineConfig({ app: 'support', entry: 'src/workflow.ts' });
 * ```
 */
export function defineConfig(config: ProjectConfig): ProjectConfig {
  return config;
}
