import { expect, test } from 'vitest';
import { nameReference, nameRevision } from '../../../../src/playground/text/format-figures.ts';
import { evaluatorsWord, testsetWord, toCommand, variantsWord } from '../../../../src/playground/text/to-command.ts';

test('flags without a value are left out, and lists repeat theirs', () => {
  expect(
    toCommand(['wf', 'variants', 'create', 'my own'], { '--from': 'a@1', '--app': '', '--set': ['x=1', 'y=b c'] }),
  ).toBe(`wf variants create 'my own' \\\n  --from a@1 \\\n  --set x=1 \\\n  --set 'y=b c'`);
  expect(toCommand(['wf', 'dev'])).toBe('wf dev');
});

test('a name or a value that begins with a hyphen is no flag', () => {
  expect(toCommand(['wf', 'variants', 'update'], { '--set': ['-a=b'] }, ['-x'])).toBe(
    'wf variants update \\\n  --set=-a=b \\\n  -- -x',
  );
  expect(toCommand(['wf', 'eval', 'show'], {}, ['a b'])).toBe("wf eval show 'a b'");
});

test.each([
  ['cases', 'cases'],
  ['my cases', 'my cases'],
  ['cases@2', 'id-1'],
  ['a@b', 'a@b'],
  ['cases.csv', 'id-1'],
  ['a/b', 'id-1'],
  ['-', 'id-1'],
])('the test set %j is %j in a command', (name, word) => {
  expect(testsetWord({ id: 'id-1', name })).toBe(word);
});

test('variants whose names a list would split or trim are named by their ids', () => {
  const names = ['default', 'a,b', 'x@2', '-y', ' z', 'w ', "it's"];
  expect(variantsWord(names.map((name, index) => ({ id: `v${index}`, name })))).toBe("default,v1,v2,v3,v4,v5,it's");
});

test('commas in names of evaluators are escaped', () => {
  expect(evaluatorsWord(['says a, b', 'exact match'])).toBe(String.raw`says a\, b,exact match`);
});

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
