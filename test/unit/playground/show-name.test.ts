import { expect, test } from 'vitest';
import { nameRevision } from '../../../src/playground/text/format-figures.ts';
import { showName } from '../../../src/playground/text/show-name.ts';

test.each([
  ['\u200b', '"\\u200b"'],
  [' ', '"\\u0020"'],
  ['\u2800\u3164', '"\\u2800\\u3164"'],
  ['a\u200b', 'a\u200b'],
  ['مرحبا', 'مرحبا'],
  ['', ''],
])('the name %j is shown as %s', (name, shown) => {
  expect(showName(name)).toBe(shown);
});

test('a revision of a variant whose name cannot be seen has a name', () => {
  expect(nameRevision('\u200b', 2)).toBe('"\\u200b"@2');
});
