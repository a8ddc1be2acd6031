import { describe, expect, test } from 'vitest';
import { isWfError } from '../../../../src/errors/wf-error.ts';
import { readWhole } from '../../../helpers/read-whole-testset.ts';

const refusal = async (name: string, text: string | Uint8Array): Promise<string> => {
  try {
    await readWhole({ name, text });
  } catch (error) {
    if (isWfError(error) && error.code === 'WF_TESTSET_INVALID') return error.message;
    throw error;
  }
  return 'accepted';
};

describe('a csv', () => {
  test('has a header row and text cells', async () => {
    expect(await readWhole({ name: 'cases.csv', text: 'text,correct_answer\nhi,1\n"a, b",true\n' })).toEqual({
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
  ])('may have %s', async (_, text) => {
    expect((await readWhole({ name: 'x.csv', text })).rows).toEqual([{ a: '1', b: '2' }]);
  });

  test('may have line breaks and quotes in a quoted cell', async () => {
    expect((await readWhole({ name: 'x.csv', text: 'a,b\n"one\ntwo","say ""hi"""\n' })).rows).toEqual([
      { a: 'one\ntwo', b: 'say "hi"' },
    ]);
  });

  test('may have columns named like object properties', async () => {
    const { rows } = await readWhole({ name: 'x.csv', text: '__proto__,constructor\n1,2\n' });
    expect(Object.entries(rows[0] ?? {})).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
  });

  test('of one column keeps empty texts, and skips blank lines', async () => {
    const text = 'text\n""\n\na\n""\n';
    expect((await readWhole({ name: 'x.csv', text })).rows).toEqual([{ text: '' }, { text: 'a' }, { text: '' }]);
  });

  test.each([
    ['x.csv', 'text;answer\n"Hi, you";1,5\n', null],
    ['x.csv', 'text|answer\n"Hi, you"|1,5\n', null],
    ['x.csv', 'text\tanswer\n"Hi, you"\t1,5\n', null],
    ['x.tsv', 'text\tanswer\n"Hi, you"\t1,5\n', null],
    ['x.csv', 'text;answer\n"Hi, you";1,5\n', ';' as const],
  ])('may have other delimiters: %s %j', async (name, text, delimiter) => {
    const format = { types: {}, delimiter };
    expect((await readWhole({ name, text, format })).rows).toEqual([{ text: 'Hi, you', answer: '1,5' }]);
  });

  test('has null, an empty text, and a row without the column apart', async () => {
    const text = 'a,b:json,c:number\n,null,\n"",,1\nx,"""""",2\n';
    expect((await readWhole({ name: 'x.csv', text })).rows).toEqual([
      { a: '', b: null, c: null },
      { a: '', c: 1 },
      { a: 'x', b: '', c: 2 },
    ]);
  });

  test.each([
    ['a,b\n1,2\n""\n', 'x.csv, line 3, column "b": The row has only 1 cell, where the header has 2 columns.'],
    [
      'a,b:json\n1,2\n3,"{""k"":1,""k"":2}"\n',
      'x.csv, line 3, column "b": The cell should be JSON, but the key "k" occurs twice in one object.',
    ],
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
  ])('is refused with its line and column: %j', async (text, message) => {
    expect(await refusal('x.csv', text)).toBe(message);
  });
});

test('a delimiter is refused for a file that is not separated by one', async () => {
  const format = { types: {}, delimiter: ';' as const };
  await expect(readWhole({ name: 'x.json', text: '[]', format })).rejects.toThrow(
    '--delimiter applies to a csv file, and x.json is not one.',
  );
});

describe('bytes', () => {
  test('are read as UTF-8', async () => {
    const text = new TextEncoder().encode('\uFEFFa\nGrüße 🙂\n');
    expect((await readWhole({ name: 'x.csv', text })).rows).toEqual([{ a: 'Grüße 🙂' }]);
  });

  test('that are not UTF-8 are refused with their line', async () => {
    const latin1 = Buffer.from('a\nok\nGrüße\n', 'latin1');
    expect(await refusal('x.csv', latin1)).toBe('x.csv, line 3: The text is not valid UTF-8; save the file as UTF-8.');
  });

  test('that end in the middle of a character are refused', async () => {
    expect(await refusal('x.csv', Buffer.from('a\n\u00fc').subarray(0, 3))).toMatch(
      /^x\.csv, line 2: .*not valid UTF-8/,
    );
  });

  test('that are UTF-16 are recognised', async () => {
    const utf16 = Buffer.from('\uFEFFa\n1\n', 'utf16le');
    expect(await refusal('x.csv', utf16)).toBe('x.csv, line 1: The file is UTF-16; save it as UTF-8.');
  });
});

describe('a json file', () => {
  test('is an array of objects whose cells keep their types', async () => {
    expect(await readWhole({ name: 'x.JSON', text: '[{"n":1,"list":[true]},{"n":2,"more":null}]' })).toEqual({
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
    ['{"a":1}', 'x.json: The file contains an object; write a JSON array of objects, one per row.'],
    ['[{"a":1},7]', 'x.json: Row 2 is a number; write an object of column names and cells.'],
    ['[{"a":1},null]', 'x.json: Row 2 is null; write an object of column names and cells.'],
    ['[{"a":1},{}]', 'x.json: Row 2 has no columns.'],
    ['[{" ":1}]', 'x.json: Row 1 has a column without a name.'],
    ['[{"a":1},\n{"a":2}\n', "x.json, line 3, column 1: This is not JSON: Expected ',' or ']' after array element."],
    [
      `[{"text":"a long enough row"},\n{"text":"another one"},\n{"text":oops}]`,
      "x.json, line 3, column 9: This is not JSON: Unexpected token 'o'.",
    ],
  ])('is refused: %j', async (text, message) => {
    expect(await refusal('x.json', text)).toBe(message);
  });
});

describe('a jsonl file', () => {
  test('has an object per line; blank lines are skipped', async () => {
    expect((await readWhole({ name: 'x.jsonl', text: '{"a":1}\r\n\n{"a":2}\n' })).rows).toEqual([{ a: 1 }, { a: 2 }]);
  });

  test.each([
    ['\n', 'x.jsonl: There is no row in the file.'],
    ['{"a":1}\n[1]\n', 'x.jsonl, line 2: The line is an array; write an object of column names and cells.'],
    ['{"a":1}\n\n{"a":\n', 'x.jsonl, line 3, column 6: This is not JSON: Unexpected end of JSON input.'],
    ['{"a":1}\n{"a":x}\n', "x.jsonl, line 2: This is not JSON: Unexpected token 'x'."],
  ])('is refused with its line: %j', async (text, message) => {
    expect(await refusal('x.jsonl', text)).toBe(message);
  });
});

test.each([
  ['csv', 'a,b\n1,2\n'],
  ['tab-separated', 'a\tb\n1\t2\n'],
  ['json', ' \n[{"a": "1", "b": "2"}]'],
  ['jsonl', '\n{"a":"1","b":"2"}\n'],
])('%s is recognised by its content where the name tells no format', async (_, text) => {
  for (const name of ['cases', 'cases.txt', 'cases.constructor']) {
    expect((await readWhole({ name, text, chunkSize: 1 })).rows).toEqual([{ a: '1', b: '2' }]);
  }
});

test('a given format wins over the name and the content', async () => {
  const format = { types: {}, delimiter: null, kind: 'csv' } as const;
  expect((await readWhole({ name: 'cases.json', text: '[a]\n1\n', format })).rows).toEqual([{ '[a]': '1' }]);
});

test('a blank file without a name for its format is refused', async () => {
  expect(await refusal('cases', ' \n')).toBe('cases: There is no row in the file.');
});

describe('a file of any size', () => {
  test('gives the same rows, however it is split', async () => {
    const text = 'a,b\r\n"x ""y""\r\nz",1\r\n"",2\r\n\r\n3,"4"\r\n';
    const whole = await readWhole({ name: 'x.csv', text });
    for (const chunkSize of [1, 2, 3, 7]) {
      expect(await readWhole({ name: 'x.csv', text, chunkSize })).toEqual(whole);
    }
    expect(whole.rows.map((row) => ({ ...row }))).toEqual([
      { a: 'x "y"\r\nz', b: '1' },
      { a: '', b: '2' },
      { a: '3', b: '4' },
    ]);
  });

  test('as a json array is split row by row', async () => {
    const rows = Array.from({ length: 30_000 }, (_, index) => ({
      index,
      text: `"]},{[\\ ${'é'.repeat(20)}`,
      deep: [{}],
    }));
    const read = await readWhole({ name: 'x.json', text: JSON.stringify(rows, null, 1), chunkSize: 65_537 });
    expect(read.rows).toEqual(rows);
  });

  test.each([
    ['ends inside its array', (text: string) => text.slice(0, -1), /This is not JSON: the array has no end\.$/],
    ['continues after its array', (text: string) => `${text} 1`, /There is more text after the end of the array\.$/],
    [
      'contains a number as a row',
      (text: string) => text.replace('[{', '[7,{'),
      /^x\.json, line 1: A row should be an object/,
    ],
    ['lacks a comma', (text: string) => text.replace('},{', '}{'), /Expected ',' or '\]' after array element\.$/],
    ['contains no array', (text: string) => `{"rows":${text}}`, /should contain a JSON array of objects/],
    [
      'has a broken row',
      (text: string) => text.replace('"n":9,', '"n":oops,'),
      /This is not JSON: Unexpected token 'o'/,
    ],
  ])('as a json array that %s is refused', async (_, spoil, message) => {
    const rows = Array.from({ length: 20_000 }, (_row, n) => ({ n, text: 'x'.repeat(60) }));
    expect(await refusal('x.json', spoil(JSON.stringify(rows)))).toMatch(message);
  });

  test('names the line of an error far down', async () => {
    const lines = Array.from({ length: 40_000 }, (_, index) => `${index},"two\nlines"`);
    const text = `a,b\n${lines.join('\n')}\n`;
    expect(await refusal('x.csv', `${text}"open,1\n`)).toBe(
      'x.csv, line 80002: A quoted cell opens in this row and is never closed.',
    );
    expect(await refusal('x.csv', `${text}7\n`)).toMatch(/^x\.csv, line 80002, column "b": The row has only 1 cell/);
  });
});

describe('ragged rows of a csv', () => {
  test('are reported together', async () => {
    expect(await refusal('x.csv', 'a,b\n1\n2,2\n3,3,3\n4,4\n5\n')).toBe(
      'x.csv, line 2, column "b": The row has only 1 cell, where the header has 2 columns. The same in lines 4, 6.',
    );
  });

  test('are reported up to twenty', async () => {
    const message = await refusal('x.csv', `a,b\n${'1\n'.repeat(1000)}`);
    expect(message).toMatch(/The same in lines 3, 4, .*, 21 and more\.$/);
  });
});
