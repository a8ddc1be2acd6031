import { expect, test } from 'vitest';
import type { TestsetRow } from '../../../../src/contract/testsets/testset.ts';
import {
  exportTestset,
  TESTSET_FORMATS,
  type TestsetFormat,
} from '../../../../src/evaluation/export/export-testset.ts';
import { streamOf } from '../../../helpers/evaluation-records.ts';

async function write(rows: readonly TestsetRow[], format: TestsetFormat): Promise<string> {
  let text = '';
  for await (const part of exportTestset(() => streamOf(rows), format)) text += part;
  return text;
}

const ROWS: readonly TestsetRow[] = [
  { text: 'a, "b"', count: 2, 'price:number': 'x', note: null },
  { text: 'line\nbreak', count: 'two', later: { a: [1] } },
];

test('the formats are three', () => {
  expect(TESTSET_FORMATS).toEqual(['csv', 'json', 'jsonl']);
});

test('csv has all columns, and marks those that are not text', async () => {
  expect(await write(ROWS, 'csv')).toBe(
    [
      'text,count:json,price:number:json,note:json,later:json',
      '"a, ""b""",2,"""x""",null,',
      '"line\nbreak","""two""",,,"{""a"":[1]}"',
      '',
    ].join('\n'),
  );
});

test('csv of one column quotes an empty text, which would be a blank line', async () => {
  expect(await write([{ 'a:json': '' }, { 'a:json': 'b;c' }], 'csv')).toBe('a:json:text\n""\n"b;c"\n');
});

test('json is a list of records', async () => {
  expect(await write(ROWS, 'json')).toBe(`${JSON.stringify(ROWS, null, 2)}\n`);
  expect(await write([], 'json')).toBe('[]\n');
});

test('json lines are a record each', async () => {
  expect(await write(ROWS, 'jsonl')).toBe(`${JSON.stringify(ROWS[0])}\n${JSON.stringify(ROWS[1])}\n`);
});
