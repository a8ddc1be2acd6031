import { describe, expect, test } from 'vitest';
import { parseFileFormat } from '../../../../src/evaluation/testset/file-format.ts';
import { readWhole } from '../../../helpers/read-whole-testset.ts';

const readCsv = async (text: string) => await readWhole({ name: 'x.csv', text });
const refusal = async (text: string): Promise<unknown> => await readCsv(text).catch((error: unknown) => error);

test('a csv has a header row and text cells', async () => {
  expect(await readCsv('text,correct_answer\nhi,1\n"a, b",true\n')).toEqual({
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
  ['old Macintosh line ends', 'a,b\r1,2\r'],
  ['a line sep=, before the header', 'sep=,\na,b\n1,2\n'],
  ['a line sep=; as Excel writes it', '\uFEFFsep=;\r\na;b\r\n1;2\r\n'],
  ['a line sep=| in quotes', '"sep=|"\na|b\n1|2\n'],
  ['blank lines', 'a,b\n\n1,2\n\n'],
  ['quoted cells', '"a","b"\n"1","2"'],
  ['no line end at the end', 'a,b\n1,2'],
])('a csv may have %s', async (_, text) => {
  expect((await readCsv(text)).rows).toEqual([{ a: '1', b: '2' }]);
});

test.each([
  ['a,b\r\n1,2\n3,4\r\n', 'a,b\n1,2\r\n3,4\n'],
  ['a,b\r\n"1",2\n3,"4"\r\n', 'a,b\n"1","2"\r\n\r\n3,4'],
])('%j and %j have the same rows', async (...texts) => {
  for (const text of texts) {
    expect((await readCsv(text)).rows).toEqual([
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ]);
  }
});

test('line ends may change far down in a file', async () => {
  const text = `a,b\r\n${'1,2\r\n'.repeat(20_000)}${'1,2\n'.repeat(20_000)}`;
  const { rows } = await readCsv(text);
  expect([rows.length, new Set(rows.map(({ b }) => b))]).toEqual([40_000, new Set(['2'])]);
});

test('a carriage return within quotes is part of the text', async () => {
  expect((await readCsv('a,b\r\n1,"2\r"\r\n3,"4\r"\n5,6\r\n')).rows).toEqual([
    { a: '1', b: '2\r' },
    { a: '3', b: '4\r' },
    { a: '5', b: '6' },
  ]);
});

test('a quoted cell may have line breaks and quotes', async () => {
  expect((await readCsv('a,b\n"one\ntwo","say ""hi"""\n')).rows).toEqual([{ a: 'one\ntwo', b: 'say "hi"' }]);
  expect((await readCsv('"a\r\n"\n1\n')).rows).toEqual([{ 'a\r\n': '1' }]);
});

test('columns may be named like object properties', async () => {
  const { rows } = await readCsv('__proto__,constructor\n1,2\n');
  expect(Object.entries(rows[0] ?? {})).toEqual([
    ['__proto__', '1'],
    ['constructor', '2'],
  ]);
});

test('a csv of one column keeps empty texts, and skips blank lines', async () => {
  expect((await readCsv('text\n""\n\na\n""\n')).rows).toEqual([{ text: '' }, { text: 'a' }, { text: '' }]);
});

test('null, an empty text, and a row without the column are three', async () => {
  expect((await readCsv('a,b:json,c:number\n,null,\n"",,1\nx,"""""",2\n')).rows).toEqual([
    { a: '', b: null, c: null },
    { a: '', c: 1 },
    { a: 'x', b: '', c: 2 },
  ]);
});

describe('the delimiter', () => {
  test.each([
    ['a,b\n1,2\n', ['a', 'b']],
    ['text;correct_answer\nHi, you;1,5\n', ['text', 'correct_answer']],
    ['"text";"answer"\n"say ""hi""; bye";"1,5"\n', ['text', 'answer']],
    ['a\tb\n1\t2\n', ['a', 'b']],
    ['a|b\n1|2', ['a', 'b']],
    ['a,b;c\n1,2\n3,4;5\n', ['a', 'b;c']],
    ['a|b,c\n1|2,3\n', ['a|b', 'c']],
    // One column: most rows have no delimiter, or more of them than the header.
    ['question\na;b\nc;d\n', ['question']],
    ['question; more\nx\ny\n', ['question; more']],
    ['text\n"a;b"\n', ['text']],
    ['a;b\n1\n2;3\n4\n', ['a;b']],
  ])('of %j makes the columns %j', async (text, columns) => {
    expect((await readCsv(text)).columns).toEqual(columns);
  });

  test('is not changed by one broken row', async () => {
    expect(await refusal('a;b\n1;2\n3\n4;5\n')).toMatchObject({
      message: 'x.csv, line 3, column "b": The row has only 1 cell, where the header has 2 columns.',
    });
  });

  test('is detected in the first 64 KiB, of which a row that is cut off does not count', async () => {
    const text = `a;b\n${'1;2\n'.repeat(10)}"${'x'.repeat(65_536)}";3\n`;
    expect((await readCsv(text)).columns).toEqual(['a', 'b']);
  });

  test('of a .tsv is a tab, unless another is given', async () => {
    const text = 'text;answer\tmore\na;1\t5\n';
    expect((await readWhole({ name: 'x.tsv', text })).columns).toEqual(['text;answer', 'more']);
    const format = { types: {}, delimiter: ';' } as const;
    expect((await readWhole({ name: 'x.tsv', text, format })).columns).toEqual(['text', 'answer\tmore']);
  });

  test.each([
    [',', ','],
    [';', ';'],
    ['|', '|'],
    ['\t', '\t'],
    ['tab', '\t'],
    [String.raw`\t`, '\t'],
  ])('typed as %j is %j', (typed, delimiter) => {
    expect(parseFileFormat({ types: null, delimiter: typed, format: null }).delimiter).toBe(delimiter);
  });

  test.each(['', ':', 'comma', ',,'])('typed as %j is refused', (typed) => {
    const message = `--delimiter cannot be ${JSON.stringify(typed)}: write a comma, a semicolon, | or tab.`;
    expect(() => parseFileFormat({ types: null, delimiter: typed, format: null })).toThrow(
      expect.objectContaining({ code: 'WF_USAGE', message }) as Error,
    );
  });

  test('is refused for a file that is not separated by one', async () => {
    const format = { types: {}, delimiter: ';' } as const;
    await expect(readWhole({ name: 'x.json', text: '[]', format })).rejects.toThrow(
      '--delimiter applies to a csv file, and x.json is not one.',
    );
  });
});

test.each([
  ['a,b\n1,2\n""\n', 'x.csv, line 3, column "b": The row has only 1 cell, where the header has 2 columns.'],
  [
    'a,b:json\n1,2\n3,"{""k"":1,""k"":2}"\n',
    'x.csv, line 3, column "b": The cell should be JSON, but the key "k" occurs twice in one object.',
  ],
  ['sep=;\na;b\n1;2;3\n', 'x.csv, line 3, column 3: The row has 3 cells, where the header has 2 columns.'],
  ['sep=:\na:b\n', 'x.csv, line 1: The line sep=: names no delimiter that is read: a comma, a semicolon, | or tab.'],
  ['', 'x.csv: The file is empty; its first line must name the columns.'],
  ['a,b\n', 'x.csv: There is a header line, but no row below it.'],
  ['a,,c\n1,2,3\n', 'x.csv, line 1, column 2: The column has no name in the header line.'],
  ['a,b,a\n1,2,3\n', 'x.csv, line 1, column "a": Columns 1 and 3 of the header line have the same name.'],
  ['a:json,a\n1,2\n', 'x.csv, line 1, column "a": Columns 1 and 2 of the header line have the same name.'],
  ['a,b\n1,2\n\n3\n', 'x.csv, line 4, column "b": The row has only 1 cell, where the header has 2 columns.'],
  ['a,b\n"x\ny",2\n3,4,5\n', 'x.csv, line 4, column 3: The row has 3 cells, where the header has 2 columns.'],
  ['a,b\n1,2\n3,"4\n5,6\n', 'x.csv, line 3: A quoted cell opens in this row and is never closed.'],
  [
    'a,b\n1,"2"x\n',
    'x.csv, line 2: A quoted cell has text after its closing quote; write a quote inside a quoted cell twice.',
  ],
])('%j is refused with its line and column', async (text, message) => {
  expect(await refusal(text)).toMatchObject({ code: 'WF_TESTSET_INVALID', message });
});

test('an error names the line far down in a file', async () => {
  const lines = Array.from({ length: 40_000 }, (_, index) => `${index},"two\nlines"`);
  const text = `a,b\n${lines.join('\n')}\n`;
  expect(await refusal(`${text}"open,1\n`)).toMatchObject({
    message: 'x.csv, line 80002: A quoted cell opens in this row and is never closed.',
  });
  expect(await refusal(`${text}7\n`)).toMatchObject({ details: { line: 80_002 } });
});

describe('rows with more or fewer cells than columns', () => {
  const FIRST = 'x.csv, line 2, column "b": The row has only 1 cell, where the header has 2 columns.';

  test('are reported together, with their lines', async () => {
    expect(await refusal('a,b\n1\n2,2\n3,3\n4\n5\n')).toMatchObject({
      message: `${FIRST} The same in lines 5, 6.`,
      details: { file: 'x.csv', line: 2, column: 'b', lines: [2, 5, 6] },
    });
    expect(await refusal('a,b\n1\n2,2\n3,3,3\n')).toMatchObject({ message: `${FIRST} The same in line 4.` });
  });

  test('are read until there are twenty-one, of which twenty are listed', async () => {
    const lines = Array.from({ length: 20 }, (_, index) => index + 2);
    const others = lines.slice(1).join(', ');
    expect(await refusal(`a,b\n${'1\n'.repeat(20)}`)).toMatchObject({
      message: `${FIRST} The same in lines ${others}.`,
    });
    expect(await refusal(`a,b\n${'1\n'.repeat(1000)}`)).toMatchObject({
      message: `${FIRST} The same in lines ${others} and more.`,
      details: { lines },
    });
  });
});

test('a csv has the same rows, however it is split', async () => {
  const text = 'a,b\r\n"x ""y""\r\nz",1\r\n"",2\r\n\r\n3,"4"\r\n';
  for (const chunkSize of [1, 2, 3, 7, 1000]) {
    expect((await readWhole({ name: 'x.csv', text, chunkSize })).rows).toEqual([
      { a: 'x "y"\r\nz', b: '1' },
      { a: '', b: '2' },
      { a: '3', b: '4' },
    ]);
  }
});
