import { describe, expect, test } from 'vitest';
import { isWfError } from '../../../src/errors/wf-error.ts';
import { parseTestset } from '../../../src/evaluation/parse-testset.ts';

const refusal = (name: string, text: string | Uint8Array): string => {
  try {
    parseTestset({ name, text });
  } catch (error) {
    if (isWfError(error) && error.code === 'WF_TESTSET_INVALID') return error.message;
    throw error;
  }
  return 'accepted';
};

describe('a csv', () => {
  test('has a header row, and cells that stay text', () => {
    expect(parseTestset({ name: 'cases.csv', text: 'text,correct_answer\nhi,1\n"a, b",true\n' })).toEqual({
      columns: ['text', 'correct_answer'],
      rows: [
        { text: 'hi', correct_answer: '1' },
        { text: 'a, b', correct_answer: 'true' },
      ],
    });
  });

  test.each([
    ['a byte order mark', '\uFEFFa,b\n1,2'],
    ['Windows line ends', 'a,b\r\n1,2\r\n'],
    ['blank lines', 'a,b\n\n1,2\n\n'],
    ['quoted cells', '"a","b"\n"1","2"'],
    ['no line end at the end', 'a,b\n1,2'],
  ])('may have %s', (_, text) => {
    expect(parseTestset({ name: 'x.csv', text }).rows).toEqual([{ a: '1', b: '2' }]);
  });

  test('may span lines and hold quotes in a quoted cell', () => {
    expect(parseTestset({ name: 'x.csv', text: 'a,b\n"one\ntwo","say ""hi"""\n' }).rows).toEqual([
      { a: 'one\ntwo', b: 'say "hi"' },
    ]);
  });

  test('may have columns called as objects call theirs', () => {
    const { rows } = parseTestset({ name: 'x.csv', text: '__proto__,constructor\n1,2\n' });
    expect(Object.entries(rows[0] ?? {})).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
  });

  test.each([
    ['', 'x.csv: The file is empty; its first line must name the columns.'],
    ['a,b\n', 'x.csv: There is a header line, but no row below it.'],
    ['a,,c\n1,2,3\n', 'x.csv, line 1, column 2: The column has no name in the header line.'],
    ['a,b,a\n1,2,3\n', 'x.csv, line 1, column "a": Columns 1 and 3 of the header line have the same name.'],
    ['a,b\n1,2\n\n3\n', 'x.csv, line 4, column "b": The row has only 1 cell, where the header has 2 columns.'],
    ['a,b\n"x\ny",2\n3,4,5\n', 'x.csv, line 4, column 3: The row has 3 cells, where the header has 2 columns.'],
    ['a,b\n1,2\n3,"4\n5,6\n', 'x.csv, line 3: A quoted cell opens in this row and is never closed.'],
    [
      'a,b\n1,"2"x\n',
      'x.csv, line 2: A quoted cell has text after its closing quote; write a quote inside a quoted cell twice.',
    ],
  ])('is refused with its line and column: %j', (text, message) => {
    expect(refusal('x.csv', text)).toBe(message);
  });
});

describe('bytes', () => {
  test('are read as UTF-8', () => {
    const text = new TextEncoder().encode('\uFEFFa\nGrüße 🙂\n');
    expect(parseTestset({ name: 'x.csv', text }).rows).toEqual([{ a: 'Grüße 🙂' }]);
  });

  test('that are no UTF-8 are refused with their line', () => {
    const latin1 = Buffer.from('a\nok\nGrüße\n', 'latin1');
    expect(refusal('x.csv', latin1)).toBe('x.csv, line 3: The text is not valid UTF-8; save the file as UTF-8.');
  });

  test('that end in the middle of a character are refused', () => {
    expect(refusal('x.csv', Buffer.from('a\n\u00fc').subarray(0, 3))).toMatch(/^x\.csv, line 2: .*not valid UTF-8/);
  });

  test('that are UTF-16 are called so', () => {
    const utf16 = Buffer.from('\uFEFFa\n1\n', 'utf16le');
    expect(refusal('x.csv', utf16)).toBe('x.csv, line 1: The file is UTF-16; save it as UTF-8.');
  });
});

describe('a json file', () => {
  test('is an array of objects whose cells keep their types', () => {
    expect(parseTestset({ name: 'x.JSON', text: '[{"n":1,"list":[true]},{"n":2,"more":null}]' })).toEqual({
      columns: ['n', 'list', 'more'],
      rows: [
        { n: 1, list: [true] },
        { n: 2, more: null },
      ],
    });
  });

  test.each([
    ['', 'x.json: The file is empty; write a JSON array of objects.'],
    ['[]', 'x.json: There is no row in the file.'],
    ['{"a":1}', 'x.json: The file holds an object; write a JSON array of objects, one per row.'],
    ['[{"a":1},7]', 'x.json: Row 2 holds a number; write an object of column names and cells.'],
    ['[{"a":1},null]', 'x.json: Row 2 holds null; write an object of column names and cells.'],
    ['[{"a":1},{}]', 'x.json: Row 2 has no columns.'],
    ['[{" ":1}]', 'x.json: Row 1 has a column without a name.'],
    ['[{"a":1},\n{"a":2}\n', "x.json, line 3, column 1: This is not JSON: Expected ',' or ']' after array element."],
    [
      `[{"text":"a long enough row"},\n{"text":"another one"},\n{"text":oops}]`,
      "x.json, line 3, column 9: This is not JSON: Unexpected token 'o'.",
    ],
  ])('is refused: %j', (text, message) => {
    expect(refusal('x.json', text)).toBe(message);
  });
});

describe('a jsonl file', () => {
  test('has an object per line; blank lines are skipped', () => {
    expect(parseTestset({ name: 'x.jsonl', text: '{"a":1}\r\n\n{"a":2}\n' }).rows).toEqual([{ a: 1 }, { a: 2 }]);
  });

  test.each([
    ['\n', 'x.jsonl: There is no row in the file.'],
    ['{"a":1}\n[1]\n', 'x.jsonl, line 2: The line holds an array; write an object of column names and cells.'],
    ['{"a":1}\n\n{"a":\n', 'x.jsonl, line 3, column 6: This is not JSON: Unexpected end of JSON input.'],
    ['{"a":1}\n{"a":x}\n', "x.jsonl, line 2: This is not JSON: Unexpected token 'x'."],
  ])('is refused with its line: %j', (text, message) => {
    expect(refusal('x.jsonl', text)).toBe(message);
  });
});

test.each([
  ['cases.xlsx', 'cases.xlsx: The file has the extension .xlsx; a test set is a .csv, .json or .jsonl file.'],
  ['cases', 'cases: The file has no extension; a test set is a .csv, .json or .jsonl file.'],
  [
    'cases.constructor',
    'cases.constructor: The file has the extension .constructor; a test set is a .csv, .json or .jsonl file.',
  ],
])('the file %s is refused for its name', (name, message) => {
  expect(refusal(name, 'a\n1\n')).toBe(message);
});
