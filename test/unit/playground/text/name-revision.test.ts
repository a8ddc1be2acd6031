import { expect, test } from 'vitest';
import { nameReference, nameRevision } from '../../../../src/playground/text/name-revision.ts';

test.each([
  ['tuned', 3, 'tuned@3'],
  ['naïve 中文', '1', 'naïve 中文@1'],
  ['رسمي', 2, '\u2068رسمي\u2069@2'],
  ['a-עברית', '?', '\u2068a-עברית\u2069@?'],
])('the revision of %s stands behind its name', (name, revision, text) => {
  expect(nameRevision(name, revision)).toBe(text);
});

test.each([
  ['tuned@3', 'tuned@3'],
  ['a@b@3', 'a@b@3'],
  ['رسمي@2', '\u2068رسمي\u2069@2'],
  ['رسمي@b@2', '\u2068رسمي@b\u2069@2'],
  ['رسمي', '\u2068رسمي\u2069'],
])('the reference %s is shown with its revision behind the name', (reference, text) => {
  expect(nameReference(reference)).toBe(text);
});
