import { expect, test } from 'vitest';
import { exportJunit } from '../../../../src/evaluation/export/export-junit.ts';
import { evaluationOf, rowOf, scoreOf, streamOf } from '../../../helpers/evaluation-records.ts';

const EVALUATION = evaluationOf({ aggregated_results: [scoreOf('exact_match', 1), scoreOf('similarity_match', 1)] });
const ROWS = [
  rowOf({ input: 'a, "b"\nc', scores: { exact_match: true, similarity_match: 0.5 }, output: 'x', latency: 0.5 }),
  rowOf({ input: '<&\u0001>', scores: { exact_match: false, similarity_match: 0 }, output: 'y', latency: 0.25 }),
  rowOf({ input: 'broken', scores: { exact_match: null, similarity_match: null } }),
];

test('JUnit XML counts failures and errors, and escapes what XML does not allow', async () => {
  let xml = '';
  for await (const part of exportJunit({ evaluation: EVALUATION, rows: () => streamOf(ROWS) })) xml += part;
  expect(xml).toContain('<testsuites name="wf" tests="3" failures="1" errors="1" time="0.75">');
  expect(xml).toContain('name="row 2: &lt;&amp;\uFFFD&gt;"');
  expect(xml).toContain('name="row 1: a, &quot;b&quot;&#10;c"');
  expect(xml).toContain('<failure message="exact_match">output: &quot;y&quot;');
  expect(xml).toContain('<error message="Not judged.">');
  expect(xml).toContain('<property name="similarity_match" value="0.5"/>');
  expect(xml.match(/<testcase /g)).toHaveLength(3);
});

test('the whole document is the stored one', async () => {
  const [first, second, third] = ROWS;
  const broken = { ...rowOf({ input: 'x' }), outputs: [] };
  const traced = { type: 'error', error: { message: 'Boom "it"', stacktrace: 'at a\nat b' } };
  const rows = [
    first,
    { ...second, row: 9 },
    third,
    broken,
    { ...first, outputs: [{ result: traced }] },
    rowOf({ input: 'i'.repeat(121) }),
  ];
  const evaluation = { ...EVALUATION, testset_name: null };
  let xml = '';
  for await (const part of exportJunit({ evaluation, rows: () => streamOf(rows as typeof ROWS) })) xml += part;
  expect(xml).toMatchSnapshot();
});

test('reasons of judges are the output of a test', async () => {
  const reasoned = rowOf({ input: 'x', scores: { exact_match: true } });
  const judged = (name: string, reason: string | null) => ({
    evaluator_config: name,
    result: { type: 'number', value: 1, reason },
  });
  const results = [judged('exact_match', 'It is <so>.'), judged('similarity_match', null), judged('gone', 'Why?')];
  let xml = '';
  const rows = () => streamOf([{ ...reasoned, results }, rowOf({ input: 'y' })]);
  for await (const part of exportJunit({ evaluation: EVALUATION, rows })) xml += part;
  expect(xml.match(/<system-out>.*/g)).toEqual(['<system-out>exact_match: It is &lt;so&gt;.&#10;: Why?</system-out>']);
});
