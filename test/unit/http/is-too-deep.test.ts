import { expect, test } from 'vitest';
import { isTooDeep } from '../../../src/http/is-too-deep.ts';

const PADDING = ' '.repeat(100_000);
const nested = (depth: number) => `${'['.repeat(depth)}${PADDING}${']'.repeat(depth)}`;

test.each([
  ['a thousand lists', nested(1000)],
  ['many lists side by side', `[${'[],'.repeat(100_000)}[]]`],
  ['brackets in a text', `["${'[{'.repeat(100_000)}"]`],
  ['brackets after an escaped quote', `["\\"${'['.repeat(100_000)}"]`],
  ['a text that ends in a backslash', `["\\\\"${',1'.repeat(100_000)}]`],
  ['a text without an end', `["${'['.repeat(100_000)}`],
])('%s are not too deep', (_, text) => {
  expect(isTooDeep(text)).toBe(false);
});

test.each([
  ['lists', nested(1001)],
  ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['lists after a text that ends in a backslash', `["\\\\",${nested(1001)}]`],
])('too many %s are', (_, text) => {
  expect(isTooDeep(text)).toBe(true);
});
