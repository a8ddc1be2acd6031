import { expect, test } from 'vitest';
import type { EvaluationRow } from '../../../../src/service/evaluations/queries/evaluations.ts';
import { requireEnded } from '../../../../src/service/evaluations/require-ended.ts';

const read = (status_value: string) => requireEnded({ id: 'e', status_value } as EvaluationRow); // what is read of it

test('an evaluation has results when it is finished, also with errors', () => {
  expect(() => read('EVALUATION_FINISHED')).not.toThrow();
  expect(() => read('EVALUATION_FINISHED_WITH_ERRORS')).not.toThrow();
});

test.each(['EVALUATION_INITIALIZED', 'EVALUATION_STARTED', 'EVALUATION_FAILED', 'EVALUATION_CANCELLED'])(
  'with the status %s it has none',
  (status) => {
    expect(() => read(status)).toThrow(
      expect.objectContaining({
        code: 'WF_CONFLICT',
        message: 'Evaluation e is not finished, so it has no results yet.',
      }),
    );
  },
);
