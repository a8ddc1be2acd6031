import Papa from 'papaparse';
import { expect, test } from 'vitest';
import type { TestsetRow } from '../../../../src/contract/testsets/testset.ts';
import { exportCsv, exportJsonl, exportSpreadsheet } from '../../../../src/evaluation/export/export-rows.ts';
import { exportTestset, type TestsetFormat } from '../../../../src/evaluation/export/export-testset.ts';
import { evaluationOf, rowOf, scoreOf, streamOf } from '../../../helpers/evaluation-records.ts';

const EVALUATION = evaluationOf({
  route: '/draft',
  aggregated_results: [scoreOf('exact_match', 1), scoreOf('similarity_match', 1)],
});
const ROWS = [
  rowOf({ input: 'a, "b"\nc', scores: { exact_match: true, similarity_match: 0.5 }, output: 'x', latency: 0.5 }),
  rowOf({
    input: '<&\u0001>',
    scores: { exact_match: false, similarity_match: 0 },
    output: 'y',
    latency: 0.25,
    cost: 0.1,
  }),
  rowOf({ input: 'broken', scores: { exact_match: null, similarity_match: null } }),
];
const EXPORTED = { evaluation: EVALUATION, rows: () => streamOf(ROWS) };

async function join(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

test('csv has a column per input, expected answer and evaluator, and is read back unchanged', async () => {
  const { data } = Papa.parse<Record<string, string>>(await join(exportCsv(EXPORTED)), {
    header: true,
    skipEmptyLines: true,
  });
  expect(data).toHaveLength(3);
  expect(data[0]).toEqual({
    row: '1',
    'input.text': 'a, "b"\nc',
    'expected.correct_answer': 'a, "b"\nc',
    output: 'x',
    error: '',
    'score.exact_match': 'true',
    'score.similarity_match': '0.5',
    cost: '',
    latency: '0.5',
    route: '/draft',
  });
});

test('csv has the columns of every row, even of a later one', async () => {
  const later = { ...rowOf({ input: 'b' }), inputs: [{ name: 'extra', type: 'text', value: { deep: [1] } }] };
  const rows = () => streamOf([rowOf({ input: 'a' }), later]);
  const [header, , second] = (await join(exportCsv({ evaluation: EVALUATION, rows }))).split('\n');
  expect(header).toContain('row,input.text,input.extra,');
  expect(second).toContain('2,,"{""deep"":[1]}",');
});

test('a spreadsheet gets the same csv without formulas', async () => {
  const texts = ['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\tx', '＝1', 'a=b', "'=1"];
  const rows = () => streamOf(texts.map((input) => rowOf({ input })));
  const evaluation = { evaluation: EVALUATION, rows };
  const parse = (text: string) => Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;
  const written = parse(await join(exportCsv(evaluation)));
  expect(written.map((row) => row['input.text'])).toEqual(texts);
  expect(parse(await join(exportSpreadsheet(evaluation)))).toEqual(
    written.map((row, index) => {
      const text = texts[index] ?? '';
      const escaped = index < 6 ? `'${text}` : text;
      return { ...row, 'input.text': escaped, 'expected.correct_answer': escaped };
    }),
  );
});

test('jsonl has the wire records with their positions', async () => {
  const lines = (await join(exportJsonl(EXPORTED))).trimEnd().split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(
    ROWS.map((row, index) => ({ row: index + 1, route: '/draft', ...row })),
  );
});

const JUDGED = {
  evaluation: EVALUATION,
  rows: () => {
    const [judged, ...others] = ROWS.map(({ results, ...row }) => ({
      ...row,
      results: results.map((each) =>
        each.evaluator_config === 'similarity_match'
          ? { ...each, result: { ...each.result, reason: '=SUM(1) is right' } }
          : each,
      ),
    }));
    return streamOf(judged === undefined ? [] : [judged, ...ROWS.slice(1, 1 + others.length)]);
  },
};

test('csv has a column for the reasons of each judge that gave any', async () => {
  const [header, first, second] = (await join(exportCsv(JUDGED))).split(/\n(?=row|\d)/);
  expect(header).toContain('score.similarity_match,reason.similarity_match,cost');
  expect(first).toContain(',0.5,=SUM(1) is right,');
  expect(second).toContain(',0,,0.1');
  expect(await join(exportSpreadsheet(JUDGED))).toContain(`,'=SUM(1) is right,`);
});

async function write(rows: readonly TestsetRow[], format: TestsetFormat): Promise<string> {
  let text = '';
  for await (const part of exportTestset(() => streamOf(rows), format)) text += part;
  return text;
}

const TESTSET: readonly TestsetRow[] = [
  { text: 'a, "b"', count: 2, 'price:number': 'x', note: null },
  { text: 'line\nbreak', count: 'two', later: { a: [1] } },
];

test('csv has all columns, and marks those that are not text', async () => {
  expect(await write(TESTSET, 'csv')).toBe(
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
  expect(await write(TESTSET, 'json')).toBe(`${JSON.stringify(TESTSET, null, 2)}\n`);
  expect(await write([], 'json')).toBe('[]\n');
});

test('json lines are a record each', async () => {
  expect(await write(TESTSET, 'jsonl')).toBe(`${JSON.stringify(TESTSET[0])}\n${JSON.stringify(TESTSET[1])}\n`);
});
