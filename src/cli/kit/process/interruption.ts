import { UserError, userError } from '../../../foundation/errors/wf-error.ts';

/** What an interrupted command leaves, and the commands that go on or undo it. */
export interface Leftover {
  /** Sentences. */
  readonly text: string;
  readonly nextSteps: readonly string[];
}

export interface Interruption {
  /** Fires on the first Ctrl-C. A command that uses it must stop soon. */
  readonly signal: AbortSignal;
  /** Whether the first signal only asks the command to stop. */
  readonly isHeard: boolean;
  /** Whether the process is about to end: it prints no result any more. */
  readonly isFinal: boolean;
  interrupt(): void;
  /** Ends the command at once. @returns what to report */
  end(): UserError;
  /** Says what an interruption leaves, for its report. The last caller wins. */
  explain(describe: () => Leftover): void;
  /**
   * Defers the first signal until a change is complete.
   *
   * @param onSignal - called when the signal comes
   * @returns ends that, and returns whether the signal came
   */
  hold(describe: () => Leftover, onSignal: () => void): () => boolean;
}

interface Hold {
  readonly describe: () => Leftover;
  readonly onSignal: () => void;
  isInterrupted: boolean;
}

/**
 * Creates the interruption of one command. Its signal is created on first use, because few commands listen.
 *
 * @param onHeard - called when the command begins to listen, or to defer signals
 */
export function createInterruption(onHeard: () => void = () => {}): Interruption {
  let controller: AbortController | undefined;
  let isFinal = false;
  let wasHeard = false;
  let describe = () => NOTHING;
  const holds = new Set<Hold>();
  const hear = () => {
    if (!wasHeard) onHeard();
    wasHeard = true;
  };
  return {
    get signal() {
      hear();
      controller ??= new AbortController();
      return controller.signal;
    },
    get isHeard() {
      return controller !== undefined || holds.size > 0;
    },
    get isFinal() {
      return isFinal;
    },
    interrupt: () => {
      if (holds.size === 0) return controller?.abort(interrupted());
      for (const hold of holds) {
        hold.isInterrupted = true;
        hold.onSignal();
      }
    },
    end() {
      isFinal = true;
      return interrupted(([...holds].at(-1)?.describe ?? describe)());
    },
    explain: (described) => void (describe = described),
    hold(describeHeld, onSignal) {
      hear();
      const hold = { describe: describeHeld, onSignal, isInterrupted: false };
      holds.add(hold);
      return () => {
        holds.delete(hold);
        if (hold.isInterrupted && holds.size === 0) controller?.abort(interrupted());
        return hold.isInterrupted;
      };
    },
  };
}

const NOTHING: Leftover = { text: '', nextSteps: [] };

/** Creates the error of an interrupted command. */
export function interrupted({ text, nextSteps }: Leftover = NOTHING): UserError {
  return userError('WF_INTERRUPTED', `Interrupted.${text === '' ? '' : ` ${text}`}`, nextSteps);
}

/** Creates a signal that fires as another one does, or with `WF_TIMEOUT` after a time. */
export function boundedBy(signal: AbortSignal, ms: number): AbortSignal {
  const controller = new AbortController();
  const late = new UserError({ code: 'WF_TIMEOUT', message: `Stopped waiting after ${ms / 1000} s.` });
  setTimeout(() => controller.abort(late), ms).unref();
  return AbortSignal.any([signal, controller.signal]);
}
