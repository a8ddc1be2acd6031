import { runWf, type WfRun } from './run-wf.ts';

const HOOK = new URL('../fixtures/end-at-line.mjs', import.meta.url).href;

export interface Ending {
  /** Lines of standard error, as a regular expression. */
  readonly line: string;
  /** At which of them it ends. @defaultValue 1 */
  readonly after?: number;
  /** @defaultValue SIGKILL */
  readonly signal?: 'SIGINT' | 'SIGKILL';
}

/** Runs the built `wf`, which a signal ends as soon as it has written a line: no other process could be so exact. */
export async function runEnding(
  args: readonly string[],
  cwd: string,
  { line, after = 1, signal = 'SIGKILL' }: Ending,
): Promise<WfRun> {
  const env = { END_AT_LINE: line, END_AFTER: String(after), END_SIGNAL: signal };
  return await runWf(args, { cwd, env, nodeArgs: ['--import', HOOK] });
}
