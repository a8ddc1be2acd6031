import { expect, test } from 'vitest';
import { wrapProse } from '../../../../../src/cli/kit/output/wrap-prose.ts';

test.each([
  ['one two three', 20, 'one two three'],
  ['one two three', 8, 'one two\nthree'],
  ['one two three', 0, 'one two three'],
  ['one two three', -1, 'one two three'],
  ['two one', 3, 'two\none'],
  ['see https://wf.example/a/long/path here', 10, 'see\nhttps://wf.example/a/long/path\nhere'],
  [
    'one two three\n  indented line of code\nfour five six',
    8,
    'one two\nthree\n  indented line of code\nfour\nfive six',
  ],
])('%j is wrapped at %i columns', async (text, columns, wrapped) => {
  expect(await wrapProse(text, columns)).toBe(wrapped);
});

test('wide characters count twice', async () => {
  expect(await wrapProse('漢字 漢字', 8)).toBe('漢字\n漢字');
  expect(await wrapProse('漢字 漢字', 9)).toBe('漢字 漢字');
});

test('one column is a width', async () => {
  expect(await wrapProse('a b', 1)).toBe('a\nb');
});
