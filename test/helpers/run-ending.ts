import { runWf, type WfRun } from './run-wf.ts';

const HOOK = new URL('../fixtures/end-itself.mjs', import.meta.url).href;

export interface Ending {
  /** A line of standard error or a statement, as a regular expression. */
  readonly at: string;
  /** At which of them it ends. @defaultValue 1 */
  readonly after?: number;
  /** @defaultValue SIGKILL */
  readonly signal?: 'SIGINT' | 'SIGKILL';
}

/** Runs the built `wf`, which ends itself by a signal: a signal of another process would come late on a busy machine. */
export async function runEnding(
  args: readonly string[],
  cwd: string,
  { at, after = 1, signal = 'SIGKILL' }: Ending,
): Promise<WfRun> {
  const env = { END_AT: at, END_AFTER: String(after), END_SIGNAL: signal };
  return await runWf(args, { cwd, env, nodeArgs: ['--import', HOOK] });
}
