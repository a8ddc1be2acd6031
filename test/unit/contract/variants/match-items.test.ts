import { diffArrays } from 'diff';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchItems } from '../../../../src/contract/variants/match-items.ts';

test.each([
  ['', '', ''],
  ['abc', 'abc', '0-0 1-1 2-2'],
  ['abc', 'xabc', '0-1 1-2 2-3'],
  ['abcd', 'ad', '0-0 3-1'],
  ['ab', 'ba', '1-0'],
])('%s and %s have %s in common', (before, after, common) => {
  const matches = matchItems(before.split(''), after.split(''));
  expect(matches.map((match) => `${match.before}-${match.after}`).join(' ')).toBe(common);
});

test('the package diff finds as many common items', () => {
  const items = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 });
  fc.assert(
    fc.property(items, items, (before, after) => {
      const same = diffArrays(before, after).filter(({ added, removed }) => !added && !removed);
      const matches = matchItems(before, after);
      expect(matches).toHaveLength(same.reduce((sum, { count }) => sum + count, 0));
      expect(matches.every((match) => before[match.before] === after[match.after])).toBe(true);
    }),
  );
});

test('very long lists have no matches, which would take too long to find', () => {
  const long = Array.from({ length: 1001 }, String);
  expect(matchItems(long, long)).toEqual([]);
  expect(matchItems(long.slice(1), long.slice(1))).toHaveLength(1000);
});
