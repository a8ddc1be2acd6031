import { describe, expect, test } from 'vitest';
import { isWfError } from '../../../../src/foundation/errors/wf-error.ts';
import { parseFileFormat, kindOfName } from '../../../../src/evaluation/testset/file-format.ts';
import { readTestset } from '../../../../src/evaluation/testset/read-testset.ts';
import { collect } from '../../../helpers/collect.ts';
import { readWhole } from '../../../helpers/read-whole-testset.ts';

const refusal = async (name: string, text: string | Uint8Array, chunkSize?: number): Promise<string> => {
  try {
    await readWhole({ name, text, ...(chunkSize === undefined ? {} : { chunkSize }) });
  } catch (error) {
    if (isWfError(error) && error.code === 'WF_TESTSET_INVALID') return error.message;
    throw error;
  }
  return 'accepted';
};

describe('bytes', () => {
  test('are read as UTF-8, without the byte order mark', async () => {
    const text = new TextEncoder().encode('\uFEFFa\nGrüße 🙂\n');
    for (const chunkSize of [1, 2, 100]) {
      expect((await readWhole({ name: 'x.csv', text, chunkSize })).rows).toEqual([{ a: 'Grüße 🙂' }]);
    }
  });

  test.each([
    ['in the first line', [0x61, 0xff], 1],
    ['in a later line', [...Buffer.from('a\nb\nc\nd'), 0xff, 0x0a], 4],
    ['in the middle of a character', [...Buffer.from('a\nb'), 0xc3, 0x28, 0x0a], 2],
    ['at the end', [...Buffer.from('a\n\n'), 0xc3], 3],
    ['in a later line that is long', [...Buffer.from('a\nbcde'), 0xff, 0xfe], 2],
  ])('that are not UTF-8 %s are refused with their line', async (_, bytes, line) => {
    for (const chunkSize of [1, 2, 3, 100]) {
      expect(await refusal('x.csv', Uint8Array.from(bytes), chunkSize)).toBe(
        `x.csv, line ${line}: The text is not valid UTF-8; save the file as UTF-8.`,
      );
    }
  });

  test.each([
    ['UTF-16, little end first,', [0xff, 0xfe, 0x61, 0x00], 'UTF-16; save it as UTF-8.'],
    ['UTF-16, big end first,', [0xfe, 0xff, 0x00, 0x61], 'UTF-16; save it as UTF-8.'],
    ['UTF-16 without a mark', [0x61, 0x00, 0x2c, 0x00], 'UTF-16; save it as UTF-8.'],
    ['an .xlsx', 'PK\u0003\u0004..[Content_Types].xml..xl/workbook.xml', 'an Excel workbook (.xlsx); save it as csv.'],
    ['a document', 'PK\u0003\u0004..[Content_Types].xml..word/', 'an Office document; save the table as csv.'],
    [
      'an .ods',
      'PK\u0003\u0004..mimetypeapplication/vnd.oasis.opendocument.spreadsheet',
      'an OpenDocument spreadsheet (.ods); save it as csv.',
    ],
    ['a zip', 'PK\u0003\u0004..cases.csv', 'a zip archive; unpack it first.'],
    ['an .xls', [0xd0, 0xcf, 0x11, 0xe0, 0xa1], 'an old Excel workbook (.xls); save it as csv.'],
    ['Parquet', 'PAR1..', 'Parquet; write it as csv or jsonl.'],
    ['a .gz', [0x1f, 0x8b, 0x08], 'compressed by gzip; decompress it first.'],
  ])('that are %s are refused by name', async (_, bytes, message) => {
    const content = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : Uint8Array.from(bytes);
    expect(await refusal('x.csv', content)).toBe(`x.csv: The file is ${message}`);
  });
});

describe('the kind of a file', () => {
  test.each([
    ['a.csv', 'csv'],
    ['a.b.TSV', 'tsv'],
    ['a.json', 'json'],
    ['a.jsonl', 'jsonl'],
    ['a.ndjson', 'jsonl'],
    ['a.txt', null],
    ['a.constructor', null],
    ['csv', null],
    ['a.csv.gz', null],
    ['', null],
  ])('called %j is %j by its name', (name, kind) => {
    expect(kindOfName(name)).toBe(kind);
  });

  test.each([
    ['csv', 'a,b\n1,2\n'],
    ['csv', '"a",b\n1,2\n'],
    ['tab-separated', 'a\tb\n1\t2\n'],
    ['json', ' \n[{"a": "1", "b": "2"}]'],
    ['jsonl', '\n{"a":"1","b":"2"}\n'],
  ])('is %s by its content where the name tells nothing', async (_, text) => {
    for (const name of ['cases', 'cases.txt', 'cases.constructor']) {
      expect((await readWhole({ name, text, chunkSize: 1 })).rows).toEqual([{ a: '1', b: '2' }]);
    }
  });

  test('that is given wins over the name and the content', async () => {
    const format = parseFileFormat({ types: 'a=json', delimiter: null, format: 'csv' });
    expect((await readWhole({ name: 'cases.json', text: 'a\n[1]\n', format })).rows).toEqual([{ a: [1] }]);
  });

  test('of a blank file without a name for it is none', async () => {
    expect(await refusal('cases', ' \n')).toBe('cases: There is no row in the file.');
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

/** A megabyte of blanks: larger files are split row by row. */
const MEGABYTE = 1024 * 1024;
const BLANKS = ' '.repeat(MEGABYTE);

describe('a json file of more than a megabyte', () => {
  test('is split row by row', async () => {
    const rows = Array.from({ length: 30_000 }, (_, index) => ({
      index,
      text: `"]},{[\\ ${'é'.repeat(20)}`,
      deep: [{}],
    }));
    const read = await readWhole({ name: 'x.json', text: JSON.stringify(rows, null, 1), chunkSize: 65_537 });
    expect(read.rows).toEqual(rows);
  });

  test.each([1, 2, 3, 7])('has the same rows in pieces of %i characters', async (size) => {
    const array = '\n [ {"a":"]}\\"{"} ,\n\n{"b":[{"c":1},[2]],\n"d":"\\\\"}\n]\n ';
    const pieces = async function* () {
      yield Buffer.from(BLANKS);
      for (let from = 0; from < array.length; from += size) yield Buffer.from(array.slice(from, from + size));
    };
    const pages = await collect(readTestset({ name: 'x.json', chunks: pieces() }));
    expect(pages.flat()).toEqual([{ a: ']}"{' }, { b: [{ c: 1 }, [2]], d: '\\' }]);
  });

  test.each([
    ['[ ] ', 'x.json: There is no row in the file.'],
    ['{"a":1}', 'x.json, line 1: The file should contain a JSON array of objects, one per row.'],
    ['[{"a":1}] x', 'x.json, line 1: There is more text after the end of the array.'],
    ['[1]', 'x.json, line 1: A row should be an object of column names and cells.'],
    ['[,{}]', 'x.json, line 1: A row should be an object of column names and cells.'],
    ['[{"a":1},\n,{"a":1}]', 'x.json, line 2: A row should be an object of column names and cells.'],
    ['[{"a":1},]', 'x.json, line 1: A row should be an object of column names and cells.'],
    ['[{"a":1}\n\n{"a":1}]', "x.json, line 3: This is not JSON: Expected ',' or ']' after array element."],
    ['[{"a":1}', 'x.json, line 1: This is not JSON: the array has no end.'],
    ['[{"a":', 'x.json, line 1: This is not JSON: the array has no end.'],
    ['[{"a":1},\n{"a":oops}]', "x.json, line 2: This is not JSON: Unexpected token 'o'."],
    ['[{"a":1},{"a":2},{}]', 'x.json: Row 3 has no columns.'],
  ])('that contains %j is refused', async (text, message) => {
    expect(await refusal('x.json', BLANKS + text)).toBe(message);
  });

  test('is refused where a row has no end, before it fills memory', async () => {
    const endless = async function* () {
      yield new TextEncoder().encode('[{"a":"');
      const piece = new Uint8Array(MEGABYTE).fill(0x78);
      for (;;) yield await Promise.resolve(piece);
    };
    const read = collect(readTestset({ name: 'x.json', chunks: endless() }));
    await expect(read).rejects.toThrow('x.json, line 1: The row is longer than the limit.');
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

const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`;

test.each([
  ['x.jsonl', `{"a":1}\n{"a":${nested(1000)}}\n`, 'x.jsonl, line 2: A value is nested more than 1000 deep.'],
  ['x.json', `[{"a":${nested(100_000)}}]`, 'x.json, line 1: A value is nested more than 1000 deep.'],
  ['x.jsonl', `{"a":${nested(999)}}\n`, 'accepted'],
  ['x.csv', `a\n"${nested(5000)}"\n`, 'accepted'],
])('values that are nested too deeply for what walks them are refused: %s', async (name, text, message) => {
  expect(await refusal(name, text)).toBe(message);
});
