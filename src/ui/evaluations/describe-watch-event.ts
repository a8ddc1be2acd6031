import type { EvaluationEnd, EvaluationProgress, WatchEvent } from '../../contract/evaluations/evaluation-progress.ts';
import { countOf } from '../../foundation/numbers.ts';
import { formatShort } from '../layout/text/format-value.ts';
import { toStatus } from '../layout/text/status.ts';

/** A log gets one line per 10 %: more would bury everything else. */
const STEPS = 10;

/** Creates a function that describes events of evaluations for a log; `null`: no line. */
export function describeWatchEvent(): (event: WatchEvent) => string | null {
  const steps = new Map<string, string>();
  return (event) => {
    if (event.type === 'evaluation-start') return startLine(event);
    if (event.type === 'evaluation-end') return endLine(event);
    const tenth = event.rows === 0 ? 0 : Math.floor((event.done / event.rows) * STEPS);
    const step = `${tenth}${isLeft(event) ? ' left' : ''}`;
    if (steps.get(event.evaluation_id) === step) return null;
    steps.set(event.evaluation_id, step);
    return progressLine(event);
  };
}

/** Formats one line about the start of an evaluation: what is called, and where to find it. */
export function startLine({ variant, route, evaluation_id: id }: EvaluationStart): string {
  return `Evaluating ${variant}${route === null ? '' : ` at ${route}`} (${id})`;
}

type EvaluationStart = Extract<WatchEvent, { readonly type: 'evaluation-start' }>;

/** Formats one line about the end of an evaluation, with the reason of a failure. */
export function endLine({ variant, status, error }: EvaluationEnd): string {
  return `${variant}: ${toStatus(status).text}${error === null ? '' : `: ${error}`}`;
}

export function progressLine(progress: EvaluationProgress): string {
  const { variant, done, rows, errors, latency, judge_calls: judged = 0, judge_cost: judgeCost } = progress;
  const parts = [
    `${variant}: ${done} of ${rows} rows`,
    ...(isLeft(progress) ? ['no process is running it'] : []),
    ...(errors === 0 ? [] : [`${errors} with errors`]),
    ...describeSpending(progress),
    ...(judged === 0 ? [] : [describeJudging(judged, judgeCost)]),
    ...(latency === null ? [] : [`${formatShort('seconds', latency)} a call`]),
  ];
  return parts.join(', ');
}

function describeSpending({ cost, failed_cost: failed = 0, unpriced = 0 }: EvaluationProgress): string[] {
  if (cost === null) return [];
  const least = unpriced > 0 ? 'at least ' : '';
  const part = failed > 0 ? ` (of which failed ${formatShort('cost', failed)})` : '';
  return [`${least}${formatShort('cost', cost)} spent${part}`];
}

function describeJudging(calls: number, cost: number | null | undefined): string {
  const spent = cost == null ? 'of unknown cost' : `for ${formatShort('cost', cost)}`;
  return `${countOf(calls, 'judge call')} ${spent}`;
}

/** Returns whether an evaluation started and then was abandoned, waiting for a process to resume it. */
export function isLeft({ status, is_taken }: EvaluationProgress): boolean {
  return !is_taken && (status.value === 'EVALUATION_STARTED' || status.value === 'EVALUATION_INTERRUPTED');
}
