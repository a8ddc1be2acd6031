import { UserError } from '../../../errors/wf-error.ts';

/** A request to stop, from the user or the system. */
export interface Interruption {
  /** Fires on the first Ctrl-C. A command that uses it must stop soon. */
  readonly signal: AbortSignal;
  /** Whether the command listens. */
  readonly isHeard: boolean;
  interrupt(): void;
}

/** Creates the interruption of one command. Its signal is created on first use, because few commands listen. */
export function createInterruption(): Interruption {
  let controller: AbortController | undefined;
  return {
    get signal() {
      controller ??= new AbortController();
      return controller.signal;
    },
    get isHeard() {
      return controller !== undefined;
    },
    interrupt: () => controller?.abort(interrupted()),
  };
}

/** Creates the error of an interrupted command. */
export function interrupted(): UserError {
  return new UserError({ code: 'WF_INTERRUPTED', message: 'Interrupted.' });
}
