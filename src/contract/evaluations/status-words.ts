import type { EvaluationStatus } from './result.ts';

/** What users call the statuses of evaluations. */
export const STATUS_WORDS = {
  waiting: 'EVALUATION_INITIALIZED',
  running: 'EVALUATION_STARTED',
  interrupted: 'EVALUATION_INTERRUPTED',
  finished: 'EVALUATION_FINISHED',
  'finished-with-errors': 'EVALUATION_FINISHED_WITH_ERRORS',
  failed: 'EVALUATION_FAILED',
  'aggregation-failed': 'EVALUATION_AGGREGATION_FAILED',
  cancelled: 'EVALUATION_CANCELLED',
} as const satisfies Readonly<Record<string, EvaluationStatus>>;
export type StatusWord = keyof typeof STATUS_WORDS;
