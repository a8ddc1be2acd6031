import stringWidth from 'string-width';
import { afterEach, expect, test, vi } from 'vitest';
import { padEnd, padStart, widestOf, widthOf } from '../../../../../src/ui/layout/text/text-width.ts';
import { hasUnicode, toAscii } from '../../../../../src/ui/layout/text/to-ascii.ts';
import { terminalStream } from '../../../../../src/ui/live/render-live.ts';

test('widths of letters, arrows and lines agree with the tables of Unicode', () => {
  const characters = Array.from({ length: 0x2800 }, (_, code) => String.fromCodePoint(code));
  const wrong = characters.filter((character) => widthOf(character) !== stringWidth(character));
  const afterLetter = characters
    .slice(0, 0x1000)
    .filter((character) => widthOf(`é${character}`) !== stringWidth(`é${character}`));
  expect([wrong, afterLetter]).toEqual([[], []]);
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

test.each([
  ['✓ finished', '+ finished'],
  ['█████▒▒▒▒··', '#####====..'],
  ['├─●─┤ │', '|-*-| |'],
  ['words 5 → 8, prompt “Sum…”', 'words 5 > 8, prompt "Sum~"'],
  ['int ≥ 1', 'int >= 1'],
  ['⠋ Bundling', '* Bundling'],
  ['▁▂▃▄▅▆▇█', '_.,-=+*#'],
  ['█▒░·', '#=..'],
  ['─│├┤┼●', '-|||+*'],
  ['↑↓→', '^v>'],
  ['−–—“”…', '--—""~'],
  ['✓✗≥≤×', '+x>=<=×'],
  ['提示词 für 🚀', '提示词 für 🚀'],
])('%s is shown as %s', (text, shown) => {
  expect(toAscii(text)).toBe(shown);
});

test.each([
  [{}, true],
  [{ LANG: 'C.UTF-8' }, true],
  [{ LANG: 'de_DE.utf8' }, true],
  [{ LANG: 'C' }, false],
  [{ LC_ALL: 'POSIX', LANG: 'en_GB.UTF-8' }, false],
  [{ LC_ALL: '', LC_CTYPE: 'en_GB.UTF-8', LANG: 'C' }, true],
  [{ LANG: 'en_US.ISO-8859-1' }, false],
  [{ LANG: 'C.UTF-8', TERM: 'linux' }, false],
])('with %j a terminal shows more than ASCII: %s', (env, expected) => {
  expect(hasUnicode(env)).toBe(expected);
});

afterEach(() => void vi.unstubAllEnvs());

/** A stream that keeps what is written. */
function open() {
  const written: unknown[] = [];
  const stream = { columns: 80, write: (text: unknown) => written.push(text) };
  return { written, stream: stream as unknown as NodeJS.WriteStream }; // what is read of it
}

test('a terminal that shows Unicode gets it as it is, another one what it can show', () => {
  const { written, stream } = open();
  vi.stubEnv('LC_ALL', 'en_US.UTF-8');
  expect(terminalStream(stream)).toBe(stream);
  vi.stubEnv('LC_ALL', 'C');
  const wrapped = terminalStream(stream);
  wrapped.write('a ─ b');
  wrapped.write(new Uint8Array([1]));
  expect([written, wrapped.columns]).toEqual([['a - b', new Uint8Array([1])], 80]);
});
