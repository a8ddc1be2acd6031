import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { summariseAgreement } from '../../../../src/evaluation/human/summarise-agreement.ts';
import type { AgreementSummary } from '../../../../src/contract/human-evaluations/human-summary.ts';
import { scoredOf, votedOf } from '../../../helpers/human-records.ts';
import { roundFigures } from '../../../helpers/round-figures.ts';

const CATEGORIES = ['01932c5e-1111-7000-8000-000000000001', '01932c5e-1111-7000-8000-000000000002', '1', '0'];

function agree(given: ReturnType<typeof votedOf>, voters: number, categories: readonly string[] | null, level = 0.95) {
  const voterIds = Array.from({ length: voters }, (_, index) => `voter-${index}`);
  const measurement = categories === null ? 'interval' : 'nominal';
  const agreement = summariseAgreement({ voterIds, categories, measurement, level, seed: 1 });
  for (const { votes } of given.votes) agreement.add(votes);
  return roundFigures(agreement.read());
}

test.each([
  [['ab']],
  [['aabb+-', 'aabb+-']],
  [['aabb+.', 'abbb-b']],
  [['..', 'ab']],
  [['aa', 'aa']],
  [['aabb', 'abba', 'aabb']],
  [['aab.', 'ab.a', 'aabb']],
  [['a.', '.b', '..']],
  [['aa', 'aa', 'aa']],
])('the agreement of %j is measured', (votes) => {
  expect(agree(votedOf(votes), votes.length, CATEGORIES)).toMatchSnapshot();
});

test('the level decides the width of the interval', () => {
  expect(agree(votedOf(['aabb+-', 'aabbb-']), 2, CATEGORIES, 0.5)).toMatchSnapshot();
});

test.each([
  [[[50, 60, 70]]],
  [
    [
      [50, 60, 70],
      [50, 65, null],
    ],
  ],
  [
    [
      [50, 50],
      [50, 50],
    ],
  ],
  [
    [
      [50, null],
      [null, 60],
    ],
  ],
])('the agreement of the scores %j is measured', (scores) => {
  expect(agree(scoredOf(scores), scores.length, null)).toMatchSnapshot();
});

interface Reference {
  readonly kind: string;
  readonly rows: readonly (readonly (number | null)[])[];
  readonly nominal: number;
  readonly fleiss: { readonly votes: number; readonly cases: number; readonly kappa: number };
}

// Written by test/fixtures/statistics/agreement.py, with the values of krippendorff and statsmodels.
const REFERENCES = (
  JSON.parse(
    readFileSync(new URL('../../../fixtures/statistics/agreement.json', import.meta.url), 'utf8'),
  ) as readonly Reference[]
).filter(({ kind, rows }) => kind === 'votes' && rows[0]?.length !== 2);

test('incomplete votes have the alpha of all cases, and the kappa of those with equally many votes', () => {
  expect(REFERENCES).toHaveLength(4);
  for (const { rows, nominal, fleiss } of REFERENCES) {
    const people = Array.from({ length: rows[0]?.length ?? 0 }, (_, person) =>
      rows.map((row) => 'ab+-'[row[person] ?? 4] ?? '.').join(''),
    );
    const summary = agree(votedOf(people), people.length, CATEGORIES) as AgreementSummary;
    expect(summary.value).toBeCloseTo(nominal, 3);
    expect(summary.cases).toBe(rows.filter((row) => row.filter((value) => value !== null).length > 1).length);
    expect(summary.kappas).toMatchObject([{ statistic: 'fleiss_kappa', votes: fleiss.votes, cases: fleiss.cases }]);
    expect(summary.kappas[0]?.value).toBeCloseTo(fleiss.kappa, 3);
  }
});

test('one stray third vote leaves the agreement of twenty cases with two votes', () => {
  const [first, second] = ['aabbabababaabbbaabab', 'aabbababaaaabbbaabbb'];
  const stray = agree(votedOf([first, second, `a${'.'.repeat(19)}`]), 3, CATEGORIES) as AgreementSummary;
  expect(stray).toMatchObject({
    cases: 20,
    reason: null,
    kappas: [{ statistic: 'fleiss_kappa', votes: 2, cases: 19 }],
  });
  expect(stray.value).toBeGreaterThan(0.7);
});
