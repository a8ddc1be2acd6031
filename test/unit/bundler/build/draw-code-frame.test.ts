import { expect, test } from 'vitest';
import { drawCodeFrame, formatPosition } from '../../../../src/bundler/build/draw-code-frame.ts';

test('the caret is under the column, next to a gutter as wide as the line number', () => {
  expect(drawCodeFrame({ line: 120, column: 5 }, 'let x y')).toBe('  120 | let x y\n      |     ^');
});

test('a column after the end of the line has a caret', () => {
  expect(drawCodeFrame({ line: 1, column: 4 }, 'abc')).toBe('  1 | abc\n    |    ^');
});

test('tabs stay tabs under the line', () => {
  expect(drawCodeFrame({ line: 1, column: 3 }, '\t\tx')).toBe('  1 | \t\tx\n    | \t\t^');
});

test('a long line is truncated around its column', () => {
  const [line = '', caret = ''] = drawCodeFrame(
    { line: 1, column: 301 },
    `${'a'.repeat(300)}B${'c'.repeat(300)}`,
  ).split('\n');

  expect(line).toHaveLength(76);
  expect(line[caret.indexOf('^')]).toBe('B');
});

test.each([
  [70, 60, '  7 | ', 59],
  [71, 41, '  7 | ', 40],
  [71, 42, '  7 | 1', 40],
])('of %d characters with a caret at %d, what fits is shown', (length, column, begin, indent) => {
  const text = Array.from({ length }, (_, index) => index % 10).join('');
  const start = begin.length - '  7 | '.length;
  const shown = text.slice(start, start + 70);
  expect(drawCodeFrame({ line: 7, column }, text)).toBe(`  7 | ${shown}\n    | ${' '.repeat(indent)}^`);
});

test('a caret at the beginning has no indent', () => {
  expect(drawCodeFrame({ line: 1, column: 1 }, 'abc  ')).toBe('  1 | abc\n    | ^');
});

test('a position has the format that editors parse', () => {
  expect(formatPosition({ file: 'src/a.ts', line: 3, column: 7 })).toBe('src/a.ts:3:7');
});
