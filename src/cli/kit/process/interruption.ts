import { UserError } from '../../../foundation/errors/wf-error.ts';

export interface Interruption {
  /** Fires on the first Ctrl-C. A command that uses it must stop soon. */
  readonly signal: AbortSignal;
  readonly isHeard: boolean;
  /** Whether the process is about to end: it prints no result any more. */
  readonly isFinal: boolean;
  interrupt(): void;
  /** Ends the command at once. @returns what to report */
  end(): UserError;
  /** Says what an interruption leaves done, as the second sentence of its report. */
  explain(done: () => string): void;
}

/**
 * Creates the interruption of one command. Its signal is created on first use, because few commands listen.
 *
 * @param onHeard - called when the command begins to listen
 */
export function createInterruption(onHeard: () => void = () => {}): Interruption {
  let controller: AbortController | undefined;
  let isFinal = false;
  let explainDone = (): string => '';
  return {
    get signal() {
      if (controller === undefined) onHeard();
      controller ??= new AbortController();
      return controller.signal;
    },
    get isHeard() {
      return controller !== undefined;
    },
    get isFinal() {
      return isFinal;
    },
    interrupt: () => controller?.abort(interrupted()),
    end() {
      isFinal = true;
      return interrupted(explainDone());
    },
    explain: (done) => void (explainDone = done),
  };
}

/**
 * Creates the error of an interrupted command.
 *
 * @param done - a sentence on what is done
 */
export function interrupted(done = ''): UserError {
  return new UserError({ code: 'WF_INTERRUPTED', message: `Interrupted.${done === '' ? '' : ` ${done}`}` });
}

/** Creates a signal that fires as another one does, or with `WF_TIMEOUT` after a time. */
export function boundedBy(signal: AbortSignal, ms: number): AbortSignal {
  const controller = new AbortController();
  const late = new UserError({ code: 'WF_TIMEOUT', message: `Stopped waiting after ${ms / 1000} s.` });
  setTimeout(() => controller.abort(late), ms).unref();
  return AbortSignal.any([signal, controller.signal]);
}
