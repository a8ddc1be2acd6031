import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { EvaluationSummary } from '../../../../src/contract/evaluations/evaluation-summary.ts';
import type { EvaluationScenario } from '../../../../src/contract/evaluations/evaluation.ts';
import { exportHtml } from '../../../../src/evaluation/export/export-html.ts';
import { evaluationOf, rowOf, scoreOf, streamOf } from '../../../helpers/evaluation-records.ts';

const SUMMARY: EvaluationSummary = {
  id: 'e',
  variant: 'default@2',
  level: 0.95,
  rows: 2,
  cases: 1,
  repeats: 1,
  errors: 0,
  flaky: 0,
  metrics: [],
  worst: [],
};
const ASSETS = { script: 'run()', style: 'p{}' };

async function write(rows: readonly EvaluationScenario[], testset_name = 'cases'): Promise<string> {
  const evaluation = evaluationOf({ testset_name, aggregated_results: [scoreOf('exact_match', 0.5)] });
  const given = {
    rows: { evaluation, rows: () => streamOf(rows) },
    summary: SUMMARY,
    comparison: null,
    assets: ASSETS,
  };
  let text = '';
  for await (const part of exportHtml(given)) text += part;
  return text;
}

/** The blocks of rows, as the page reads them. */
function rowsIn(html: string): unknown[][] {
  const blocks = html.matchAll(/<script type="application\/json" class="report-rows">(.*)<\/script>/g);
  return [...blocks].map((block) => JSON.parse(block[1] ?? '') as unknown[]); // an array of rows
}

test('a row has its number, texts, error, scores, cost and latency', async () => {
  const first = rowOf({ input: 'a', output: 'x', scores: { exact_match: true }, cost: 0.1, latency: 0.5 });
  const second = { ...rowOf({ input: 'b', scores: { exact_match: null } }), row: 7 };
  expect(rowsIn(await write([first, second, rowOf({ input: 'c' })]))).toEqual([
    [
      [1, 'a', 'a', 'x', null, [true], 0.1, 0.5],
      [7, 'b', 'b', '', 'Not judged.', [null], null, null],
      [3, 'c', 'c', '', null, [null], null, null],
    ],
  ]);
});

test('several cells have names, and values that are not text are JSON', async () => {
  const inputs = [
    { name: 'text', type: 'text', value: 'a' },
    { name: 'count', type: 'number', value: 2 },
    { name: 'nothing', type: 'text', value: null },
  ];
  const correct_answers = [{ key: 'answer', value: { b: 1 } }];
  const [[row = []] = []] = rowsIn(await write([{ ...rowOf({ input: 'a' }), inputs, correct_answers }]));
  expect((row as unknown[]).slice(1, 3)).toEqual(['text: a\ncount: 2\nnothing: ', '{"b":1}']);
});

test('a thousand rows are one block, and the next begins another', async () => {
  const many = Array.from({ length: 1001 }, (_, index) => rowOf({ input: String(index) }));
  expect(rowsIn(await write(many)).map(({ length }) => length)).toEqual([1000, 1]);
  expect(rowsIn(await write(many.slice(1))).map(({ length }) => length)).toEqual([1000]);
  expect(rowsIn(await write([]))).toEqual([]);
});

test("only the page's own script and style may run, by their hashes", async () => {
  const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const html = await write([]);
  expect(/content-security-policy" content="([^"]*)"/.exec(html)?.[1]).toBe(
    `default-src 'none'; script-src ${hashOf('run()')}; style-src ${hashOf('p{}')}; base-uri 'none'; ` +
      "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  );
  expect(html).toContain('<style>p{}</style>');
  expect(html.endsWith('<script>run()</script>\n</body>\n</html>\n')).toBe(true);
});

test('text of a model or an author cannot end an element', async () => {
  const html = await write([rowOf({ input: '</script><b>' })], '"a" & <b>');
  expect(html).toContain('<title>default@2 on &quot;a&quot; &amp; &lt;b&gt;</title>');
  expect(html).toContain('\\u003c/script>\\u003cb>');
  expect(html).not.toContain('</script><b>');
});

test('the report contains the evaluation and its evaluators', async () => {
  const report = /id="report">(.*)<\/script>/.exec(await write([]))?.[1] ?? '';
  expect(JSON.parse(report)).toEqual({
    variant: 'default@2',
    testset: 'cases',
    created_at: '2026-11-20T11:00:00Z',
    route: null,
    evaluators: ['exact_match'],
    summary: SUMMARY,
    comparison: null,
  });
});
