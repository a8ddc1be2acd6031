import { diffArrays } from 'diff';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffValues, matchItems } from '../../../../src/contract/variants/diff-values.ts';

function partsOf(before: unknown, after: unknown): string[] {
  return diffValues(before, after).map(
    (one) => `${one.kind} ${one.part}: ${JSON.stringify(one.before)} → ${JSON.stringify(one.after)}`,
  );
}

const [system, user, other] = ['system', 'user', 'other'].map((role) => ({ role, content: role }));

test.each<[string, unknown, unknown, string[]]>([
  ['alike', [system], [{ content: 'system', role: 'system' }], []],
  ['texts', 'a', 'b', ['changed : "a" → "b"']],
  ['alike, with other keys first', { b: 1, a: { d: 1, c: [] } }, { a: { c: [], d: 1 }, b: 1 }, []],
  ['nothing and null', undefined, null, ['changed : undefined → null']],
  ['an object for a list', [1], { 0: 1 }, ['changed : [1] → {"0":1}']],
  ['an object for a text', { a: 1 }, 'a', ['changed : {"a":1} → "a"']],
  ['nothing for an object', { a: 1 }, null, ['changed : {"a":1} → null']],
  ['a list for an object', { a: 1 }, [], ['changed : {"a":1} → []']],
  ['names on one side only', [{ name: 'a' }], [{ name: 5 }], ['changed /0/name: "a" → 5']],
  ['another type', [], {}, ['changed : [] → {}']],
  ['a text of a message', [system, { ...user, content: 'x' }], [system, user], ['changed /1/content: "x" → "user"']],
  ['an inserted message', [system, user], [other, system, user], [`added /0: undefined → ${JSON.stringify(other)}`]],
  [
    'removed messages',
    [system, user, other],
    [user],
    [`removed /0: ${JSON.stringify(system)} → undefined`, `removed /2: ${JSON.stringify(other)} → undefined`],
  ],
  [
    'fewer messages, of which one is changed',
    [1, 2, 3, 4],
    [1, 5, 4],
    ['changed /1: 2 → 5', 'removed /2: 3 → undefined'],
  ],
  ['more messages', [1, 2], [1, 5, 6], ['changed /1: 2 → 5', 'added /2: undefined → 6']],
  [
    'named items, in another order',
    [
      { name: 'a', x: 1 },
      { name: 'b', x: 1 },
    ],
    [
      { name: 'b', x: 2 },
      { name: 'c', x: 1 },
    ],
    ['removed /a: {"name":"a","x":1} → undefined', 'changed /b/x: 1 → 2', 'added /c: undefined → {"name":"c","x":1}'],
  ],
  [
    'only the order of named items',
    [{ name: 'a' }, { name: 'b' }],
    [{ name: 'b' }, { name: 'a' }],
    ['changed : [{"name":"a"},{"name":"b"}] → [{"name":"b"},{"name":"a"}]'],
  ],
  ['the same name twice', [{ name: 'a' }, { name: 'a' }], [{ name: 'a' }], ['removed /1: {"name":"a"} → undefined']],
  [
    'a part of a schema',
    { a: { b: [1, 2] } },
    { a: { b: [1, 3] }, c: 1 },
    ['changed /a/b/1: 2 → 3', 'added /c: undefined → 1'],
  ],
  ['keys with slashes', { 'a/b': 1, 'c~d': 1 }, { 'a/b': 2 }, ['changed /a~1b: 1 → 2', 'removed /c~0d: 1 → undefined']],
])('%s: the parts that differ', (_, before, after, parts) => {
  expect(partsOf(before, after)).toEqual(parts);
});

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
    { seed: 1 },
  );
});

test('very long lists have no matches, which would take too long to find', () => {
  const long = Array.from({ length: 1001 }, String);
  expect(matchItems(long, long)).toEqual([]);
  expect(matchItems(long.slice(1), long.slice(1))).toHaveLength(1000);
});
