import type { EvaluationProgress } from '../../contract/evaluations/evaluation-progress.ts';
import { formatValue } from '../layout/text/format-value.ts';
import { toStatus } from '../layout/text/status.ts';

/** How an evaluation ended. */
export interface EvaluationEnd {
  readonly type: 'evaluation-end';
  readonly variant: string;
  readonly status: string;
  /** Why, where something went wrong. */
  readonly error: string | null;
}

// The shapes are those of the use case's events: this room sees no use case, so it says what it reads of each.
type WatchEvent =
  | EvaluationProgress
  | { readonly type: 'evaluation-start'; readonly evaluation_id: string; readonly variant: string }
  | EvaluationEnd;

/** A log gets a line for each tenth that is done: more would bury everything else. */
const STEPS = 10;

/** Makes what words the events of evaluations for a log; `null`: not worth a line. */
export function describeWatchEvent(): (event: WatchEvent) => string | null {
  const steps = new Map<string, string>();
  return (event) => {
    if (event.type === 'evaluation-start') return `Evaluating ${event.variant} (${event.evaluation_id})`;
    if (event.type === 'evaluation-end') return endLine(event);
    const tenth = event.rows === 0 ? 0 : Math.floor((event.done / event.rows) * STEPS);
    const step = `${tenth}${isLeft(event) ? ' left' : ''}`;
    if (steps.get(event.evaluation_id) === step) return null;
    steps.set(event.evaluation_id, step);
    return progressLine(event);
  };
}

/** One line that says how an evaluation ended, and why where it went wrong. */
export function endLine({ variant, status, error }: EvaluationEnd): string {
  return `${variant}: ${toStatus(status).text}${error === null ? '' : `: ${error}`}`;
}

/** One line that says how far an evaluation is. */
export function progressLine(progress: EvaluationProgress): string {
  const { variant, done, rows, errors, cost, latency } = progress;
  const display = { form: 'terminal', now: new Date(0) } as const;
  const words = [
    `${variant}: ${done} of ${rows} rows`,
    ...(isLeft(progress) ? ['no process runs it now'] : []),
    ...(errors === 0 ? [] : [`${errors} with errors`]),
    ...(cost === null ? [] : [`${formatValue('cost', cost, display)} spent`]),
    ...(latency === null ? [] : [`${formatValue('seconds', latency, display)} a call`]),
  ];
  return words.join(', ');
}

/** Answers whether an evaluation began, and waits for a process that takes it up again. */
export function isLeft({ status, is_taken }: EvaluationProgress): boolean {
  return status.value === 'EVALUATION_STARTED' && !is_taken;
}
