import { expect, test } from 'vitest';
import { findRows, toShown } from '../../../../src/playground/evaluations/find-rows.ts';
import type { Row } from '../../../../src/playground/evaluations/read-row.ts';

const rowOf = (name: string, row: Partial<Row> = {}): Row => ({
  id: name,
  name,
  inputs: '',
  expected: '',
  output: '',
  isFailed: false,
  hasError: false,
  cost: null,
  costFrom: '',
  latency: null,
  verdicts: { exact: 'true' },
  reasons: {},
  ...row,
});
const ROWS = [
  rowOf('1', { output: 'Blue' }),
  rowOf('2', { verdicts: { exact: 'false' }, reasons: { exact: 'Not blue enough' } }),
  rowOf('3', { hasError: true, verdicts: { exact: '-' } }),
];
const found = (shown: 'all' | 'failed' | 'errors', text = '') => findRows(ROWS, shown, text).map(({ name }) => name);

test('rows that failed are those with an error, and those that an evaluator failed', () => {
  expect([found('all'), found('failed'), found('errors')]).toEqual([['1', '2', '3'], ['2', '3'], ['3']]);
});

test('text is found in outputs and reasons, ignoring case', () => {
  expect([found('all', 'BLUE'), found('failed', 'blue'), found('all', 'red')]).toEqual([['1', '2'], ['2'], []]);
});

test('without a filter, the rows are the same list', () => {
  expect(findRows(ROWS, 'all', '')).toBe(ROWS);
});

test.each([undefined, '', 'other'])('an address with %j shows all rows', (text) => {
  expect(toShown(text)).toBe('all');
});
