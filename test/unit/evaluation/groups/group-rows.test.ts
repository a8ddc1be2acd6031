import { expect, test } from 'vitest';
import { bySize, createRowGroups } from '../../../../src/evaluation/groups/group-rows.ts';
import { cellOf, columnsOf } from '../../../../src/evaluation/groups/row-cells.ts';
import { rowOf } from '../../../helpers/evaluation-records.ts';

const rowWith = (value: unknown) => ({
  ...rowOf({ input: 'a' }),
  inputs: [{ name: 'tag', type: 'text', value }],
});

function createCounters() {
  return createRowGroups(
    'tag',
    (row) => cellOf(row, 'tag'),
    () => ({ rows: 0 }),
  );
}

test('rows with equal values are one group, in the order of their first rows', () => {
  const groups = createCounters();
  for (const value of ['b', { x: 1, y: 2 }, null, 'b', { y: 2, x: 1 }, undefined, 'a']) {
    groups.of(rowWith(value)).rows += 1;
  }
  const { groups: found, columns } = groups.read();
  expect(found).toEqual([
    { value: 'b', collected: { rows: 2 } },
    { value: { x: 1, y: 2 }, collected: { rows: 2 } },
    { value: null, collected: { rows: 2 } },
    { value: 'a', collected: { rows: 1 } },
  ]);
  expect([...columns]).toEqual(['tag', 'correct_answer']);
});

test('rows may have fifty different values, and no more', () => {
  const groups = createCounters();
  for (let value = 1; value <= 50; value += 1) groups.of(rowWith(value));
  expect(groups.of(rowWith(50))).toEqual({ rows: 0 });
  expect(() => groups.of(rowWith(51))).toThrow(
    expect.objectContaining({
      code: 'WF_INVALID_INPUT',
      message: 'The rows have more than 50 different values of "tag".',
      nextSteps: ['Group by a column with few values, such as a language or a category'],
    }) as Error,
  );
});

test('the largest group is first, and equal ones are in the order of their values', () => {
  const groups = [
    { value: 'b', rows: 2 },
    { value: 'c', rows: 3 },
    { value: 'a', rows: 2 },
    { value: null, rows: 2 },
    { value: 'd', rows: 10 },
  ];
  expect(groups.toSorted(bySize).map(({ value }) => value)).toEqual(['d', 'c', 'a', 'b', null]);
});

test('a cell is an input or an expected answer of the row', () => {
  const row = {
    ...rowWith('x'),
    correct_answers: [
      { key: 'tag', value: 'y' },
      { key: 'label', value: 0 },
    ],
  };
  expect(['tag', 'label', 'other'].map((column) => cellOf(row, column))).toEqual(['x', 0, null]);
  expect(columnsOf(row)).toEqual(['tag', 'tag', 'label']);
});
