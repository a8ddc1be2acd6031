import { expect, test } from 'vitest';
import { detectDialect, FIRST_PART, parseDelimiter } from '../../../../src/evaluation/testset/csv-dialect.ts';

test.each([
  ['a,b\n1,2\n', ','],
  ['text;correct_answer\nHi, you;1,5\n', ';'],
  ['"text";"answer"\n"say ""hi""; bye";"1,5"\n', ';'],
  ['a\tb\n1\t2\n', '\t'],
  ['a|b\n1|2', '|'],
  ['a;b', ';'],
  ['a,b;c\n1,2\n3,4;5\n', ','],
  // One column: most rows have no delimiter, or more of them than the header.
  ['question\na;b\nc;d\n', ','],
  ['question; more\nx\ny\n', ','],
  ['text\n"a;b"\n', ','],
  ['', ','],
  // A header alone is enough.
  ['a;b\n', ';'],
  ['a|b,c\n', ','],
  ['a;b\n1\n2;3\n4\n', ','],
  // One broken row does not change the others.
  ['a;b\n1;2\n3\n4;5\n', ';'],
])('the delimiter of %j is %j', (text, delimiter) => {
  expect(detectDialect(text, null).delimiter).toBe(delimiter);
});

test.each([
  ['a\n1\n', '\n'],
  ['a\r\n1\r\n', '\r\n'],
  ['a\r1\r', '\r'],
  ['"a\r\n"\n1\n', '\n'],
])('the line ending of %j is %j', (text, newline) => {
  expect(detectDialect(text, null).newline).toBe(newline);
});

test('a row that does not end in the first part does not count', () => {
  const text = `a;b\n${'1;2\n'.repeat(10)}"${'x'.repeat(FIRST_PART)}";3\n`;
  expect(detectDialect(text, null).delimiter).toBe(';');
});

test('the first part has 65,536 characters', () => {
  const textOf = (length: number) => 'a;b\n1;2\n'.padEnd(length, 'x');
  // The last row is whole, or cut off.
  expect([65_536, 65_537].map((length) => detectDialect(textOf(length), null).delimiter)).toEqual([',', ';']);
});

test('a given delimiter is not detected', () => {
  expect(detectDialect('a,b\n1,2\n', ';').delimiter).toBe(';');
});

test.each([
  [',', ','],
  [';', ';'],
  ['|', '|'],
  ['\t', '\t'],
  ['tab', '\t'],
  [String.raw`\t`, '\t'],
])('--delimiter %j is %j', (typed, delimiter) => {
  expect(parseDelimiter(typed)).toBe(delimiter);
});

test.each(['', ':', 'comma', ',,'])('--delimiter %j is refused', (typed) => {
  const message = `--delimiter cannot be ${JSON.stringify(typed)}: write a comma, a semicolon, | or tab.`;
  expect(() => parseDelimiter(typed)).toThrow(expect.objectContaining({ code: 'WF_USAGE', message }) as Error);
});
