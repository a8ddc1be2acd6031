import { expect, test } from 'vitest';
import { evaluatorColumns } from '../../../../src/playground/evaluations/evaluator-columns.ts';
import type { Row } from '../../../../src/playground/evaluations/read-row.ts';

const ROW: Row = {
  name: '1',
  hasError: false,
  id: '1',
  inputs: '',
  expected: '',
  output: '',
  isFailed: false,
  cost: null,
  costFrom: '',
  latency: null,
  reasons: {},
  verdicts: { exact: 'true', people: 'A' },
};

test('verdicts have a column while the evaluation runs', () => {
  const columns = evaluatorColumns({ aggregated_results: [] }, [ROW], new Map([['exact', 'exact match']]));
  expect(columns).toEqual([
    { id: 'exact', name: 'exact match' },
    { id: 'people', name: 'people' },
  ]);
});
