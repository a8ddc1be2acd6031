import { expect, test } from 'vitest';
import { sayEvaluation } from '../../../../src/playground/evaluations/say-evaluation.ts';

const scoreOf = (name: string, value: number) => ({
  evaluator_config: { id: name, name, evaluator_key: 'auto_exact_match' },
  result: { type: 'number', value, error: null },
});
const statusOf = (value: string, message?: string) => ({
  type: 'status',
  value,
  error: message === undefined ? null : { message, stacktrace: null },
});

test('a finished evaluation is spoken with its scores', () => {
  const aggregated_results = [scoreOf('exact match', 0.8), scoreOf('tone', 1)];
  expect(sayEvaluation({ status: statusOf('EVALUATION_FINISHED'), aggregated_results } as never)).toBe(
    'Evaluation finished: exact match 0.8, tone 1',
  );
});

test('a failed evaluation is spoken with its error', () => {
  expect(sayEvaluation({ status: statusOf('EVALUATION_FAILED', 'No rows'), aggregated_results: [] })).toBe(
    'Evaluation failed: No rows',
  );
});
