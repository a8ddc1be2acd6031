import type { EvaluationProgress } from '../contract/records/evaluation-progress.ts';
import { formatValue } from './format-value.ts';
import { toStatus } from './status.ts';

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
  const steps = new Map<string, number>();
  return (event) => {
    if (event.type === 'evaluation-start') return `Evaluating ${event.variant} (${event.evaluation_id})`;
    if (event.type === 'evaluation-end') return endLine(event);
    const step = event.rows === 0 ? 0 : Math.floor((event.done / event.rows) * STEPS);
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
export function progressLine({ variant, done, rows, errors, cost, latency }: EvaluationProgress): string {
  const display = { form: 'terminal', now: new Date(0) } as const;
  const words = [
    `${variant}: ${done} of ${rows} rows`,
    ...(errors === 0 ? [] : [`${errors} with errors`]),
    ...(cost === null ? [] : [`${formatValue('cost', cost, display)} spent`]),
    ...(latency === null ? [] : [`${formatValue('seconds', latency, display)} a call`]),
  ];
  return words.join(', ');
}
