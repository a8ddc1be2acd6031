import { expect, test } from 'vitest';
import { findExcess } from '../../../src/http/find-excess.ts';

const PADDING = ' '.repeat(100_000);
const nested = (depth: number) => `${'['.repeat(depth)}${PADDING}${']'.repeat(depth)}`;

test.each([
  ['a thousand lists', nested(1000)],
  ['lists in a shorter text', '['.repeat(39_999)],
  ['many lists side by side', `[${'[],'.repeat(100_000)}[]]`],
  ['brackets in a text', `["${'[{'.repeat(100_000)}"]`],
  ['brackets after an escaped quote', `["\\"${'['.repeat(100_000)}"]`],
  ['a text that ends in a backslash', `["\\\\"${',1'.repeat(100_000)}]`],
  ['a text without an end', `["${'['.repeat(100_000)}`],
])('%s are not too deep', (_, text) => {
  expect(findExcess(text)).toBeNull();
});

test.each([
  ['lists', nested(1001)],
  ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['lists beside others', `[${'[],'.repeat(10)}${nested(1000)}]`],
  ['lists in a text of 40,000 characters', '['.repeat(40_000)],
  ['lists after a text that ends in a backslash', `["\\\\",${nested(1001)}]`],
])('too many %s are', (_, text) => {
  expect(findExcess(text)).toBe('depth');
});

const list = (length: number) => `[${Array.from({ length }, () => '"long enough"').join()}]`;
const object = (length: number) => `{${Array.from({ length }, (_, index) => `"key ${index}":{}`).join()}}`;

test.each([
  ['a list at the limit', list(20_000), 20_000],
  ['an object below it', object(9_999), 20_000],
  ['commas in a text', JSON.stringify(list(30_000)), 20_000],
  ['a list without a limit', list(30_000), undefined],
])('%s does not have too many values', (_, text, maxValues) => {
  expect(findExcess(text, maxValues)).toBeNull();
});

test.each([
  ['a list', list(20_001)],
  ['an object', object(10_001)],
])('%s above the limit does', (_, text) => {
  expect(findExcess(text, 20_000)).toBe('values');
});
