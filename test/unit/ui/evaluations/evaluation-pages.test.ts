import { expect, test } from 'vitest';
import type { AggregatedResult } from '../../../../src/contract/evaluations/evaluation.ts';
import {
  evaluationListPage,
  evaluationRowsPage,
  evaluationsPage,
  humanEvaluationsPage,
  nextCommandPage,
} from '../../../../src/ui/evaluations/evaluation-pages.ts';
import { showPage } from '../../../../src/ui/layout/show-page.ts';
import { rowOf, scoreOf } from '../../../helpers/evaluation-records.ts';
import { displayOf, drawnLines, paidEvaluation, writtenLines } from '../fixtures.ts';

test('each evaluator of any evaluation has a column', async () => {
  const page = evaluationsPage([
    paidEvaluation({ aggregated_results: [scoreOf('exact_match', 0.75, { threshold: 1 })] }),
    paidEvaluation({
      id: '01932c5e-3333-7000-8000-000000000002',
      aggregated_results: [scoreOf('levenshtein', 2.5, { threshold: 1 })],
    }),
  ]);
  expect((await showPage(page, displayOf({ form: 'tsv' }))).text).toBe(
    [
      'id\tvariant\ttest set\tstatus\texact_match\tlevenshtein\taverage cost\ttotal cost\tlatency\tcreated',
      '01932c5e-3333-7000-8000-000000000001\tdefault@2\tcases\tEVALUATION_FINISHED\t0.75\t\t\t0.01\t0.25\t2026-11-20T11:00:00Z',
      '01932c5e-3333-7000-8000-000000000002\tdefault@2\tcases\tEVALUATION_FINISHED\t\t2.5\t\t0.01\t0.25\t2026-11-20T11:00:00Z',
    ].join('\n'),
  );
});

test.each([
  ['one variant', [paidEvaluation()], 'Next: wf eval show default@2'],
  [
    'several variants',
    [paidEvaluation(), paidEvaluation({ variant_names: ['two words'] })],
    "Next: wf eval compare default@2 'two words@2'",
  ],
  [
    'rows that failed',
    [paidEvaluation(), paidEvaluation({ status: { type: 'status', value: 'EVALUATION_FINISHED_WITH_ERRORS' } })],
    '',
  ],
])('after an evaluation of %s, the next command is suggested', async (_, evaluations, line) => {
  const page = nextCommandPage(evaluations);
  expect((await showPage(page, displayOf({ columns: 80 }))).text).toBe(line);
  expect((await showPage(page, displayOf({ form: 'plain' }))).text).toBe('');
});

test('a deleted evaluator still has its score', async () => {
  // The public service sends an empty object, which the client accepts.
  const deleted = { evaluator_config: {}, result: { type: 'number', value: 1 } } as unknown as AggregatedResult;
  const page = evaluationsPage([paidEvaluation({ aggregated_results: [deleted] })]);
  expect((await showPage(page, displayOf({ form: 'tsv' }))).text).toContain('(deleted evaluator)');
});

test('a page of rows names the next page and the export', () => {
  const evaluation = paidEvaluation({ aggregated_results: [] });
  const rows = [{ ...rowOf({ input: 'Hello', output: 'Hi' }), row: 1 }];
  const table = [
    'ROW  COST (USD)  LATENCY (S)  OUTPUT  EXPECTED  ERROR  INPUTS',
    '  1           -            -  Hi      Hello     -      Hello',
  ];
  expect(writtenLines(evaluationRowsPage(evaluation, rows, null))).toEqual(table);
  expect(writtenLines(evaluationRowsPage(evaluation, rows, 2))).toEqual([
    ...table,
    '',
    `There are more: add --page 2, or export all with wf eval export ${evaluation.id}`,
  ]);
  expect(drawnLines(evaluationRowsPage(evaluation, [], null))).toEqual(['No row matches.']);
});

test('without evaluations, the page says how to run one, or that none matches', () => {
  expect(drawnLines(evaluationListPage([]))).toEqual([
    'No evaluations yet. Run one: wf eval run --testset FILE --evaluators exact_match',
  ]);
  expect(drawnLines(evaluationListPage([], { isNarrowed: true }))).toEqual(['No evaluation matches.']);
  expect(drawnLines(humanEvaluationsPage([], { isNarrowed: true }))).toEqual(['No human evaluation matches.']);
});

test('without human evaluations, the page says how to create one', () => {
  expect(drawnLines(humanEvaluationsPage([]))).toEqual([
    'No human evaluations yet. Create one: wf human-eval create --testset FILE --variants A,B',
  ]);
});

test('columns of the rarest evaluators are dropped first, and counted', async () => {
  const many = ['once', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'often'];
  const evaluations = [['half', ...many], ['often', 'half'], ['often']].map((names) =>
    paidEvaluation({ aggregated_results: names.map((name) => scoreOf(name, 0.5, { threshold: 1 })) }),
  );
  const { text } = await showPage(evaluationListPage(evaluations), displayOf({ columns: 80 }));
  const [, names, , , , ...remarks] = text.split('\n');
  expect([names, remarks.join(' ')]).toEqual([
    'id        variant    test set  status      half  often   cost  latency  created',
    '… not shown here: once, a, b, c, d and 3 more (widen the window, or add --json)',
  ]);
});
