import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { padEnd, padStart, widestOf, widthOf } from '../../../../../src/ui/layout/text/text-width.ts';

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

test('a text is padded to a width in cells, and a wider one is kept', () => {
  expect([padEnd('日本', 6), padEnd('日本', 4), padEnd('日本', 3)]).toEqual(['日本  ', '日本', '日本']);
  expect([padStart('日本', 6), padStart('日本', 4), padStart('日本', 3)]).toEqual(['  日本', '日本', '日本']);
});

test('the widest of texts is measured in cells', () => {
  expect(widestOf(['abc', '日本', 'a'])).toBe(4);
  expect(widestOf([''])).toBe(0);
  expect(widestOf([])).toBe(0);
});
