import type { Config } from '@oclif/core';

/** Makes the little of oclif's configuration that a command class needs to exist; nothing is read from the disk. */
export function thinConfig(version: string): Config {
  const config: Partial<Config> = { bin: 'wf', name: 'wf', version, scopedEnvVarKeys: () => [] };
  // Commands of ours use nothing else of it: base-command.ts replaces what of oclif's would.
  return config as Config;
}
