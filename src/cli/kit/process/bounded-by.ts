import { UserError } from '../../../foundation/errors/wf-error.ts';

/** Creates a signal that fires as another one does, or with `WF_TIMEOUT` after a time. */
export function boundedBy(signal: AbortSignal, ms: number): AbortSignal {
  const controller = new AbortController();
  const late = new UserError({ code: 'WF_TIMEOUT', message: `Stopped waiting after ${ms / 1000} s.` });
  setTimeout(() => controller.abort(late), ms).unref();
  return AbortSignal.any([signal, controller.signal]);
}
