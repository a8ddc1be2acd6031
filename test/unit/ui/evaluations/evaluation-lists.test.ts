import { expect, test } from 'vitest';
import type { AggregatedResult, TestedEvaluation } from '../../../../src/contract/evaluations/evaluation.ts';
import {
  evaluationListView,
  evaluationsView,
  nextCommandView,
} from '../../../../src/ui/evaluations/evaluation-views.ts';
import { evaluationView } from '../../../../src/ui/evaluations/evaluation-view.ts';
import { viewIn } from '../../../../src/ui/layout/view.ts';
import { plainView } from '../../../../src/ui/layout/plain-view.ts';
import { scoreOf } from '../../../helpers/evaluation-records.ts';
import { drawnLines, paidEvaluation, writtenLines } from '../fixtures.ts';

const scoredBy = (...names: readonly string[]) =>
  paidEvaluation({ aggregated_results: names.map((name) => scoreOf(name, 0.5)) });

test('each evaluator of any evaluation has a column', () => {
  const other = paidEvaluation({ id: 'e-2', aggregated_results: [scoreOf('levenshtein', 2.5)], testset_revision: 3 });
  expect(writtenLines(evaluationsView([scoredBy('exact_match'), other])).map((line) => line.split(/ {2,}/))).toEqual([
    [
      'ID',
      'VARIANT',
      'TEST SET',
      'STATUS',
      'EXACT_MATCH',
      'LEVENSHTEIN',
      'AVERAGE COST',
      'TOTAL COST',
      'LATENCY',
      'CREATED',
    ],
    [
      '01932c5e-3333-7000-8000-000000000001',
      'default@2',
      'cases',
      'EVALUATION_FINISHED',
      '0.5',
      '-',
      '-',
      '0.01',
      '250 ms',
      '2026-11-20T11:00:00Z',
    ],
    ['e-2', 'default@2', 'cases@3', 'EVALUATION_FINISHED', '-', '2.5', '-', '0.01', '250 ms', '2026-11-20T11:00:00Z'],
  ]);
});

/** Returns a cell of the list of evaluations, by the header of its column. */
function cellOf(evaluation: Partial<TestedEvaluation>, header: string): string | undefined {
  const page = viewIn(evaluationsView([paidEvaluation(evaluation)]), 'written');
  const [heads = [], row = []] = plainView(page, 'tsv')
    .split('\n')
    .map((line) => line.split('\t'));
  return row[heads.indexOf(header)];
}

const PARTLY = { type: 'cost', value: 0.0298, error: { message: 'The cost of 4 of 11 rows is not known.' } };

test.each<[string, Partial<TestedEvaluation>, string, string]>([
  ['a deleted test set', { testset_name: null, testset_revision: 3 }, 'test set', ''],
  ['a test set without a revision', { testset_revision: null }, 'test set', 'cases'],
  ['several variants', { variant_names: ['a', 'b', 'c'], revisions: ['1', ' 2 '] }, 'variant', 'a@1, b@2, c'],
  ['a partly known cost', { average_cost: PARTLY }, 'average cost', '$0.0298 of known'],
  ['a partly known sum', { total_cost: PARTLY }, 'total cost', 'at least $0.0298'],
])('the list of evaluations has %s', (_, evaluation, header, cell) => {
  expect(cellOf(evaluation, header)).toBe(cell);
});

test.each([
  [[null], undefined],
  [[undefined, 0.25, 0.5], '0.75'],
  [[0.25, null], 'unknown'],
])('judges of %j cost %s in all', (costs, sum) => {
  const aggregated_results = costs.map((cost, index) => {
    const score = scoreOf(`e${index}`, 1);
    return cost === undefined ? score : { ...score, result: { ...score.result, cost } };
  });
  const lines = writtenLines(evaluationView(paidEvaluation({ aggregated_results })));
  const shown = lines
    .find((line) => line.startsWith('judge cost'))
    ?.slice('judge cost'.length)
    .trim();
  expect(shown).toBe(sum ?? 'unknown');
});

test.each([
  ['its name', { name: 'mine', evaluator_key: 'auto' }, 'mine'],
  ['its key, without a name', { name: '', evaluator_key: 'auto' }, 'auto'],
  // The public service sends an empty object, which the client accepts.
  ['nothing, once deleted', {}, '(deleted evaluator)'],
])('an evaluator is called by %s', (_, config, header) => {
  const result = { evaluator_config: config, result: { type: 'number', value: 1 } } as unknown as AggregatedResult;
  expect(cellOf({ aggregated_results: [result] }, header)).toBe('1');
});

test.each([
  [{ type: 'number', value: 0 }, '0'],
  [{ type: 'text', value: 'x' }, 'x'],
  [{ type: 'json', value: { a: 1 } }, ''],
  [{ type: 'error', value: null, error: { message: 'No column.' } }, ''],
])('the score of the result %j is %s', (result, cell) => {
  const scored = { ...scoreOf('mine', 1), result } as AggregatedResult; // a JSON value is none of ours
  expect(cellOf({ aggregated_results: [scored] }, 'mine')).toBe(cell);
});

test('columns of the rarest evaluators are dropped first, and named or counted', () => {
  const many = ['once', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'often'];
  const lines = drawnLines(
    evaluationListView([scoredBy('half', ...many), scoredBy('often', 'half'), scoredBy('often')]),
    80,
  );
  expect([lines[1], lines.slice(5).join(' ')]).toEqual([
    'id        variant    test set  status      half  often   cost  latency  created',
    '… not shown here: once, a, b, c, d and 3 more (widen the window, or add --json)',
  ]);
});

test('an evaluator that is used half as often as the most common one stays', () => {
  const evaluations = [
    ...Array.from({ length: 4 }, () => scoredBy('common')),
    ...Array.from({ length: 2 }, () => scoredBy('common', 'third')),
    ...Array.from({ length: 3 }, () => scoredBy('thrice')),
    scoredBy('twice'),
  ];
  expect(drawnLines(evaluationListView(evaluations), 50)[0]).toBe('id        variant    status      common  thrice');
});

test.each([
  [60, ['id', 'variant', 'status', 'exact_match', 'levenshtein']],
  [40, ['variant', 'status', 'match', 'levenshtein']],
  [30, ['variant', 'match', 'levenshtein']],
  [24, ['variant', 'exact_match']],
])('at %i columns, scores stay before id and status', (columns, headers) => {
  const lines = drawnLines(evaluationsView([scoredBy('exact_match', 'levenshtein')]), columns);
  expect(lines.find((line) => /\bvariant\b/.test(line))?.split(/ +/)).toEqual(headers);
});

const FAILED = { status: { type: 'status', value: 'EVALUATION_FINISHED_WITH_ERRORS' } };

test.each([
  ['one variant', [paidEvaluation({ id: 'e1' })], ['Next: wf eval show e1']],
  [
    'several variants',
    [paidEvaluation({ id: 'e1' }), paidEvaluation({ id: 'e2', variant_names: ['two words'] })],
    ['Next: wf eval compare e1 e2'],
  ],
  ['rows that failed', [paidEvaluation(), paidEvaluation(FAILED)], ['']],
])('after an evaluation of %s, people are told the next command', (_, evaluations, lines) => {
  expect(drawnLines(nextCommandView(evaluations))).toEqual(lines);
  expect(writtenLines(nextCommandView(evaluations))).toEqual(['']);
});
