import { expect, test } from 'vitest';
import { nameRevision } from '../../../../src/playground/text/name-revision.ts';

test.each([
  ['tuned', 3, 'tuned@3'],
  ['naïve 中文', '1', 'naïve 中文@1'],
  ['رسمي', 2, '\u2068رسمي\u2069@2'],
  ['a-עברית', '?', '\u2068a-עברית\u2069@?'],
])('the revision of %s stands behind its name', (name, revision, text) => {
  expect(nameRevision(name, revision)).toBe(text);
});
