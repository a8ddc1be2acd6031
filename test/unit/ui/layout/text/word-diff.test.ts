import { expect, test } from 'vitest';
import { markChange, shortenSame, type WordChange } from '../../../../../src/ui/layout/text/word-diff.ts';

test.each([
  ['same', 'a\nb', 'a\nb'],
  ['removed', 'a\nb', '[-a\nb-]'],
  ['added', 'a', '{+a+}'],
  ['added', '\u001b[31ma', '{+[31ma+}'],
] as const)('a text that is %s, %j, is marked as %j', (kind, text, marked) => {
  expect(markChange({ kind, text })).toBe(marked);
});

const LONG = `${'a'.repeat(100)}${'b'.repeat(100)}`;
const CHANGE: WordChange = { kind: 'added', text: LONG };

test.each<[string, readonly WordChange[], readonly string[]]>([
  ['before a change keeps its end', [{ kind: 'same', text: LONG }, CHANGE], [`…${'b'.repeat(80)}`, LONG]],
  ['after a change keeps its beginning', [CHANGE, { kind: 'same', text: LONG }], [LONG, `${'a'.repeat(80)}…`]],
  [
    'between changes keeps both',
    [CHANGE, { kind: 'same', text: LONG }, CHANGE],
    [LONG, `${'a'.repeat(80)}…${'b'.repeat(80)}`, LONG],
  ],
  ['that would not become shorter is whole', [CHANGE, { kind: 'same', text: 'a'.repeat(81) }], [LONG, 'a'.repeat(81)]],
  ['one letter longer is shortened', [CHANGE, { kind: 'same', text: 'a'.repeat(82) }], [LONG, `${'a'.repeat(80)}…`]],
])('unchanged text %s', (_, changes, texts) => {
  expect(shortenSame(changes).map(({ text }) => text)).toEqual(texts);
});
