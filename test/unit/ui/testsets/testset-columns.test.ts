import { expect, test } from 'vitest';
import { testsetColumns, testsetRowColumns } from '../../../../src/ui/testsets/testset-columns.ts';
import { headsOf } from '../fixtures.ts';

test('the list of test sets has these columns', () => {
  expect(headsOf(testsetColumns)).toEqual([
    'name | text | 0',
    'id | id | 0',
    'revision | integer | 2',
    'rows | integer | 1',
    'created | time | 4',
    'updated | time | 3',
  ]);
});

test('rows have a column for each name in any of them, in order', () => {
  const columns = testsetRowColumns([{ b: 1 }, { a: 'x', b: { c: 2 } }]);
  expect(headsOf(columns)).toEqual(['b | text | 0', 'a | text | 1']);
  expect(columns.map(({ value }) => value({ b: { c: 2 } }))).toEqual(['{"c":2}', null]);
});
