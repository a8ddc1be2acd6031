import type { Settings } from '../../../project/resolve-settings.ts';

export interface CallLimit {
  readonly timeoutMs: number;
  /** What set it, as in `--timeout`. */
  readonly setBy: string;
}

/** A model may take minutes, so a route call gets more time than other requests. @source facts §2.7 */
export const CALL_TIMEOUT_MS = 900_000;

/** Returns the time limit of a route call: a flag or variable, else the project's, else fifteen minutes. */
export function callLimitOf({ timeoutMs, project }: Settings): CallLimit {
  const { kind } = timeoutMs.origin;
  if (kind === 'flag') return { timeoutMs: timeoutMs.value, setBy: '--timeout' };
  if (kind === 'environment') return { timeoutMs: timeoutMs.value, setBy: 'WF_TIMEOUT' };
  const { call_timeout } = project?.config ?? {};
  return call_timeout === undefined
    ? { timeoutMs: CALL_TIMEOUT_MS, setBy: 'wf' }
    : { timeoutMs: call_timeout * 1000, setBy: "the project file's call_timeout" };
}
