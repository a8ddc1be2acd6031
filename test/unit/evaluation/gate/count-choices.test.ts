import { expect, test } from 'vitest';
import type { TestedEvaluation } from '../../../../src/contract/evaluations/evaluation.ts';
import { countChoices } from '../../../../src/evaluation/gate/count-choices.ts';
import { evaluationOf, scoreOf } from '../../../helpers/evaluation-records.ts';

/** An evaluation of the variant `name`, made at this minute, of which this share passed. */
function evaluated(name: string, passed: number, minute: number, other: Partial<TestedEvaluation> = {}) {
  return evaluationOf({
    id: `${name}-${minute}`,
    variant_names: [name],
    variant_revision_ids: [`${name}@1`],
    aggregated_results: [scoreOf('exact_match', passed)],
    created_at: `2026-11-20T11:${String(minute).padStart(2, '0')}:00Z`,
    ...other,
  });
}

const BASE = evaluated('default', 0.7, 10);
const BEST = evaluated('best', 0.9, 20);
const TRIED = [BASE, evaluated('a', 0.8, 11), evaluated('b', 0.6, 12), BEST];

const count = (
  others: readonly TestedEvaluation[],
  { candidate = BEST, baseline = BASE }: { candidate?: TestedEvaluation; baseline?: TestedEvaluation | null } = {},
) => countChoices(candidate, { baseline, candidates: [candidate] }, [...others, candidate], null);

test('the best variant was chosen among all that were evaluated on the same rows', () => {
  expect(count(TRIED)).toBe(3);
  expect(count([])).toBe(1);
  expect(count(TRIED, { baseline: null })).toBe(4);
});

test.each<[string, number, TestedEvaluation]>([
  ['a tie is another choice', 4, evaluated('c', 0.9, 13, { average_cost: { type: 'cost', value: 1 } })],
  ['the very same figures are not', 3, evaluated('c', 0.9, 13)],
  ['the next best is the best of the rest', 3, evaluated('c', 0.95, 13)],
  ['a second evaluation of a variant is the same choice', 3, evaluated('a', 0.75, 14)],
  ['the newest one of a variant counts', 2, evaluated('a', 0.95, 14)],
  ['a revision is another choice', 4, evaluated('a', 0.8, 14, { variant_revision_ids: ['a@2'] })],
  ['other code is another choice', 4, evaluated('a', 0.8, 14, { bundle: 'b'.repeat(64) })],
  ['what was evaluated before the baseline is not', 3, evaluated('c', 0.5, 9)],
  ['the baseline evaluated again is not', 3, evaluated('default', 0.71, 15)],
  ['another test set is not', 3, evaluated('c', 0.5, 13, { testset_id: 'other' })],
  ['another route is not', 3, evaluated('c', 0.5, 13, { route: '/other' })],
  ['a part does not replace the whole', 3, evaluated('a', 0.95, 14, { subset: { limit: 5, rows: 5, of: 10 } })],
  ['a variant tried on a part alone is', 4, evaluated('c', 0.5, 13, { subset: { limit: 5, rows: 5, of: 10 } })],
  ['one without a score is not', 3, evaluated('c', 0.5, 13, { aggregated_results: [] })],
])('%s: best of %i', (_about, choices, other) => {
  expect(count([...TRIED, other])).toBe(choices);
});

test('a lower cost is the better one where it is primary', () => {
  const costing = (name: string, value: number, minute: number) =>
    evaluated(name, 0.5, minute, { average_cost: { type: 'cost', value } });
  const cheap = costing('cheap', 0.1, 20);
  const all = [costing('a', 0.2, 11), costing('b', 0.05, 12), cheap];
  expect(countChoices(cheap, { baseline: BASE, candidates: [cheap] }, all, ['cost'])).toBe(2);
});

test('an evaluation without a primary metric was not chosen', () => {
  expect(count(TRIED, { candidate: evaluated('c', 1, 20, { aggregated_results: [] }) })).toBe(1);
});

test('what the baseline or another candidate lacks decides no choice: it is not compared', () => {
  const both = (name: string, minute: number) =>
    evaluated(name, 0.9, minute, { aggregated_results: [scoreOf('contains_json', 1), scoreOf('exact_match', 0.9)] });
  const candidate = both('best', 20);
  expect(count(TRIED, { candidate })).toBe(3);
  const base = both('default', 10);
  const ofAll = (candidates: readonly TestedEvaluation[]) =>
    countChoices(candidate, { baseline: base, candidates }, TRIED, null);
  expect([ofAll([candidate]), ofAll([candidate, BEST])]).toEqual([1, 3]);
});
