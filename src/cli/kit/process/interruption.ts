import { UserError } from '../../../errors/wf-error.ts';

/** A request to stop, from the keyboard or from the system. */
export interface Interruption {
  /** Fires on the first Ctrl-C. Asking for it is a promise to stop by itself soon. */
  readonly signal: AbortSignal;
  /** True when something in the command listens. */
  readonly isHeard: boolean;
  interrupt(): void;
}

/** Makes the interruption of one command. The signal is made when first asked for: few commands listen. */
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

/** Makes the error of a command that was told to stop. */
export function interrupted(): UserError {
  return new UserError({ code: 'WF_INTERRUPTED', message: 'Interrupted.' });
}
