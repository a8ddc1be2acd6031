import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { widthOf } from '../../../../../src/ui/layout/text/text-width.ts';

test('the fast path agrees with the width tables', () => {
  const characters = Array.from({ length: 0x2_0000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));
  expect(characters.filter((character) => widthOf(character) !== stringWidth(character))).toEqual([]);
  expect(characters.filter((character) => widthOf(`é${character}`) !== stringWidth(`é${character}`))).toEqual([]);
});

test.each([
  ['plain letters', 13],
  ['Größe – «ça»…', 13],
  ['█▁▁▃ → ✓', 8],
  ['e\u0301', 1],
  ['日本語', 6],
  ['👩‍👩‍👧 ©️', 5],
  ['\u001b[1mbold\u001b[22m', 4],
])('%s takes %i cells', (text, width) => {
  expect(widthOf(text)).toBe(width);
});
