import { join } from 'node:path';
import type { CommandRun, RunOptions } from '../run-command.ts';
import { runFolder } from '../run-folder.ts';
import { runLine } from '../run-line.ts';

/** A home without settings; nothing is written to it. */
const HOME = join(runFolder(), 'no-home');

/** Creates a function that runs command lines against a service, without the settings of the user who runs the tests. */
export function runAgainst(url: string, common: RunOptions = {}) {
  const env = { HOME, XDG_CONFIG_HOME: HOME, XDG_DATA_HOME: HOME, WF_BASE_URL: url };
  return async (line: string | readonly string[], options: RunOptions = {}): Promise<CommandRun> =>
    await runLine(line, { env, ...common, ...options });
}
