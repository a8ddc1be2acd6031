import { expect, test } from 'vitest';
import type { EvaluationScenario } from '../../../../src/contract/evaluations/evaluation.ts';
import { compareEvaluations } from '../../../../src/evaluation/compare/compare-evaluations.ts';
import { exportJunit } from '../../../../src/evaluation/export/export-junit.ts';
import { collect } from '../../../helpers/collect.ts';
import { evaluationOf, rowOf, scoreOf, streamOf } from '../../../helpers/evaluation-records.ts';

const EVALUATION = evaluationOf({ aggregated_results: [scoreOf('exact_match', 1), scoreOf('similarity_match', 1)] });
const ROWS = [
  rowOf({ input: 'a, "b"\nc', scores: { exact_match: true, similarity_match: 0.5 }, output: 'x', latency: 0.5 }),
  rowOf({ input: '<&\u0001>', scores: { exact_match: false, similarity_match: 0 }, output: 'y', latency: 0.25 }),
  rowOf({ input: 'broken', scores: { exact_match: null, similarity_match: null } }),
];

async function write(rows: readonly EvaluationScenario[], testset_name: string | null = 'cases'): Promise<string> {
  let xml = '';
  const exported = { evaluation: { ...EVALUATION, testset_name }, rows: () => streamOf(rows) };
  for await (const part of exportJunit(exported)) xml += part;
  return xml;
}

test('JUnit XML has a test for each row, and counts failures and errors', async () => {
  const xml = await write(ROWS);
  expect(xml.split('\n').slice(0, 3)).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="wf" tests="3" failures="1" errors="1" time="0.75">',
    '  <testsuite name="default@2 on cases" timestamp="2026-11-20T11:00:00Z" tests="3" failures="1" errors="1" time="0.75">',
  ]);
  expect(xml.match(/<testcase [^>]*>/g)).toEqual([
    '<testcase classname="default@2" name="row 1: a, &quot;b&quot;&#10;c" time="0.5">',
    // U+0001 is no character of XML.
    '<testcase classname="default@2" name="row 2: &lt;&amp;\uFFFD&gt;" time="0.25">',
    '<testcase classname="default@2" name="row 3: broken" time="0">',
  ]);
  expect(xml).toContain('<property name="similarity_match" value="0.5"/>');
  expect(xml).toContain('<failure message="exact_match">output: &quot;y&quot;&#10;expected: {');
  expect(xml).toContain('<error message="exact_match: Not judged.; similarity_match: Not judged."></error>');
});

test('a row keeps its number, repetitions have names of their own, and a long name ends after 120 characters', async () => {
  const rows = [
    { ...rowOf({ input: 'a' }), row: 9, repeat: 1 },
    { ...rowOf({ input: 'a' }), row: 9, repeat: 2 },
    rowOf({ input: 'b' }),
    { ...rowOf({ input: 'i'.repeat(121) }), row: 10 },
  ];
  const names = (await write(rows)).matchAll(/<testcase [^>]* name="([^"]*)"/g);
  expect([...names].map(([, name]) => name)).toEqual([
    'row 9: a',
    'row 9, repeat 2: a',
    'row 3: b',
    `row 10: ${'i'.repeat(120)}…`,
  ]);
});

test('an error has its trace, and so has a row without an output', async () => {
  const traced = { type: 'error', error: { message: 'Boom "it"', stacktrace: 'at a\nat b' } };
  const rows = [
    { ...rowOf({ input: 'a' }), outputs: [{ result: traced }] },
    { ...rowOf({ input: 'b' }), outputs: [] },
  ] as unknown as EvaluationScenario[]; // an output of a call that failed has no more
  expect((await write(rows, null)).match(/<error .*/g)).toEqual([
    '<error message="Boom &quot;it&quot;">at a&#10;at b</error>',
    '<error message="There is no output."></error>',
  ]);
  expect(await write(rows, null)).toContain('<testsuite name="default@2 on a test set" ');
});

test('an error shows what the model had answered', async () => {
  const error = { message: 'not JSON', stacktrace: 'at a', model_answer: 'Sure! {"a": 1' };
  const rows = [{ ...rowOf({ input: 'a' }), outputs: [{ result: { type: 'error', error } }] }];
  expect((await write(rows)).match(/<error .*/g)).toEqual([
    '<error message="not JSON">The model answered: Sure! {&quot;a&quot;: 1&#10;at a</error>',
  ]);
});

test('compared with a baseline, the suite names it, where it is from, and the verdicts', async () => {
  const before = Array.from({ length: 20 }, (_, index) => rowOf({ input: `${index}`, scores: { exact_match: false } }));
  const after = before.map((_, index) => rowOf({ input: `${index}`, scores: { exact_match: true } }));
  const evaluation = evaluationOf({ aggregated_results: [scoreOf('exact_match', 1)] });
  const candidate = { evaluation: { ...evaluation, id: 'new', route: '/a' }, rows: () => streamOf(after) };
  const baseline = { evaluation: { ...evaluation, id: 'old' }, rows: () => streamOf(before) };
  const comparison = await compareEvaluations({ baseline, candidates: [candidate] });
  const source = { kind: 'file', file: './baseline.json', created_at: '2026-11-20T11:00:00Z' } as const;
  const properties = async (compared: typeof comparison) =>
    (await collect(exportJunit(candidate, compared))).join('').match(/<properties>.*/)?.[0];
  expect(await properties({ ...comparison, baseline_source: source })).toBe(
    '<properties><property name="route" value="/a"/><property name="baseline" value="Compared with default@2 (old) of 2026-11-20T11:00:00Z, from the file ./baseline.json."/><property name="exact_match compared" value="better"/><property name="cost compared" value="no data"/><property name="latency compared" value="no data"/><property name="latency p95 compared" value="no data"/></properties>',
  );
  expect(await properties(comparison)).toContain('<property name="baseline" value="Compared with default@2 (old)."/>');
});

test('reasons of judges are the output of a test', async () => {
  const reasoned = rowOf({ input: 'x', scores: { exact_match: true } });
  const judged = (name: string, reason: string | null) => ({
    evaluator_config: name,
    result: { type: 'number', value: 1, reason },
  });
  const results = [judged('exact_match', 'It is <so>.'), judged('similarity_match', null), judged('gone', 'Why?')];
  const xml = await write([{ ...reasoned, results }, rowOf({ input: 'y' })]);
  expect(xml.match(/<system-out>.*/g)).toEqual(['<system-out>exact_match: It is &lt;so&gt;.&#10;: Why?</system-out>']);
});
