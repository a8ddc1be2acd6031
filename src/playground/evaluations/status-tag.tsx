import type { EvaluationStatus, Result } from '../../contract/evaluations/result.ts';
import { isUnfinished } from '../../contract/evaluations/evaluation-status.ts';
import { statusText } from './result-text.ts';

/** An evaluation's status as text and colour. */
export function StatusTag({ status }: { readonly status: Result }) {
  return <span className={`tag ${toneOf(status)}`}>{statusText(status)}</span>;
}

const FAILED: readonly unknown[] = [
  'EVALUATION_FAILED',
  'EVALUATION_AGGREGATION_FAILED',
  'EVALUATION_FINISHED_WITH_ERRORS',
] satisfies EvaluationStatus[];

function toneOf(status: Result): 'good' | 'bad' | 'busy' | '' {
  if (status.value === 'EVALUATION_FINISHED') return 'good';
  if (isUnfinished(status)) return 'busy';
  return FAILED.includes(status.value) ? 'bad' : '';
}
