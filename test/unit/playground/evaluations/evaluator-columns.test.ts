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
    { id: 'exact', name: 'exact match', isNumber: false },
    { id: 'people', name: 'people', isNumber: false },
  ]);
});

test('a column of numbers is one from its first hundred rows, whatever else they say', () => {
  const rows = [{ exact: '' }, { exact: 'no score' }, { exact: '0.25' }].map((verdicts) => ({ ...ROW, verdicts }));
  const numbersOf = (shown: readonly Row[]) =>
    evaluatorColumns({ aggregated_results: [] }, shown, new Map()).map(({ isNumber }) => isNumber);
  expect(numbersOf(rows)).toEqual([true]);
  expect(numbersOf(rows.slice(0, 2))).toEqual([false]);
  const late = Array.from({ length: 101 }, (_, index) => ({ ...ROW, verdicts: { exact: index === 100 ? '1' : '' } }));
  expect(numbersOf(late)).toEqual([false]);
});
