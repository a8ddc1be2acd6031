import { expect, test } from 'vitest';
import { createGroupCounter } from '../../../../../src/evaluation/testset/check/count-groups.ts';

function groupsOf(values: readonly unknown[], rows = values.length) {
  const counter = createGroupCounter();
  for (const value of values) counter.add('tag', value);
  return counter.read(rows);
}

const numbered = (count: number) => Array.from({ length: count * 2 }, (_, index) => `v${index % count}`);

test('values are counted, the most frequent first', () => {
  expect(groupsOf(['a', 'b', 'b', null, 'b', undefined, 'a', 5, { x: 1 }, 5, 5, 5])).toEqual([
    {
      column: 'tag',
      groups: [
        { value: '5', count: 4, share: 4 / 12 },
        { value: 'b', count: 3, share: 3 / 12 },
        { value: 'a', count: 2, share: 2 / 12 },
        { value: 'null', count: 2, share: 2 / 12 },
        { value: '{"x":1}', count: 1, share: 1 / 12 },
      ],
    },
  ]);
});

test('a column with one value, or with more than half as many as rows, has no groups', () => {
  expect(groupsOf(['a', 'a', 'a', 'a'])).toEqual([]);
  expect(groupsOf(['a', 'a', 'b', 'b'])).toHaveLength(1);
  expect(groupsOf(['a', 'a', 'b'])).toEqual([]);
});

test('twenty values are groups, and more are not', () => {
  expect(groupsOf(numbered(20))[0]?.groups).toHaveLength(20);
  expect(groupsOf([...numbered(21), 'v0'])).toEqual([]);
});

test('values of up to sixty characters are labels', () => {
  const [label, text] = ['x'.repeat(60), 'x'.repeat(61)];
  expect(groupsOf(['a', 'a', label, label])[0]?.groups.map(({ value }) => value)).toEqual(['a', label]);
  expect(groupsOf(['a', 'a', text, 'b', 'b'])).toEqual([]);
});

test('columns are counted apart', () => {
  const counter = createGroupCounter();
  for (const value of ['a', 'a', 'b', 'b']) {
    counter.add('one', value);
    counter.add('two', 'x'.repeat(61));
    counter.add('three', value);
  }
  expect(counter.read(4).map(({ column }) => column)).toEqual(['one', 'three']);
});
