import { expect, test } from 'vitest';
import type { HumanSummary, JudgeSummary } from '../../../../src/contract/human-evaluations/human-summary.ts';
import {
  agreementLabel,
  choiceSummaryColumns,
  voterSummaryColumns,
} from '../../../../src/ui/human-evaluations/human-summary-columns.ts';
import { humanSummaryPage } from '../../../../src/ui/human-evaluations/human-summary-page.ts';
import { drawnLines, headsOf, writtenLines } from '../fixtures.ts';

const EMPTY: HumanSummary = {
  id: '01932c5e-5555-7000-8000-000000000001',
  evaluation_type: 'human_a_b_testing',
  status: 'EVALUATION_STARTED',
  level: 0.9,
  seed: 7,
  rows: 12,
  voted: 0,
  votes: 0,
  not_blind: 0,
  method: 'wilson',
  choices: [],
  preference: null,
  score: null,
  voters: [],
  agreement: null,
  judges: [],
};
const JUDGE: JudgeSummary = {
  against: ['e1:judge:strict', 'e2:judge:strict', 'e3:exact'],
  human_labels: ['good', 'bad'],
  judge_labels: ['pass', 'fail'],
  table: [
    [5, 1],
    [2, 4],
  ],
  cases: 12,
  unpaired: 3,
  undecided: 2,
  agreement: 0.75,
  interval: [0.5, 0.9],
  kappa: 0.5,
  kappa_interval: [0.2, 0.8],
};
const COMPARED: HumanSummary = {
  ...EMPTY,
  voted: 10,
  votes: 20,
  not_blind: 2,
  method: 'bootstrap',
  choices: [
    { vote: 'v1', label: 'formal', votes: 12, share: 0.6, interval: [0.4, 0.775] },
    { vote: 'v2', label: 'short', votes: 8, share: 0.4, interval: [0.2, 0.6] },
    { vote: '0', label: 'both bad', votes: 0, share: null, interval: null },
  ],
  preference: { first: 6, second: 3, neither: 1, p_value: 0.0312 },
  voters: [{ id: 'a', name: 'ada', votes: 20, not_blind: 2 }],
  agreement: {
    statistic: 'krippendorff_alpha',
    measurement: 'nominal',
    value: 0.4,
    interval: [0.1, 0.7],
    cases: 9,
    voters: 2,
    reason: null,
    kappas: [{ statistic: 'cohen_kappa', value: 0.38, interval: null, cases: 8, votes: 2 }],
  },
  judges: [JUDGE],
};

test('without votes the page says so', () => {
  expect(drawnLines(humanSummaryPage(EMPTY))).toEqual([
    'id              01932c5e-5555-7000-8000-000000000001',
    'status          … running',
    'cases voted on  0 of 12',
    'votes           0',
    '',
    'Nobody has voted yet.',
    '',
    "Intervals are at 90 %, by Wilson's. More: wf help methods",
  ]);
});

test('people see the votes as bars and intervals', () => {
  expect(drawnLines(humanSummaryPage(COMPARED))).toEqual([
    'id                                                 01932c5e-5555-7000-8000-000000000001',
    'status                                             … running',
    'cases voted on                                     10 of 12',
    'votes                                              20',
    'not blind                                          2',
    'cases for formal                                   6',
    'cases for short                                    3',
    'cases for neither                                  1',
    'p (sign test)                                      0.0312',
    "Krippendorff's alpha (nominal, 2 voters, 9 cases)  0.4",
    'agreement within                                   0.1 – 0.7',
    "Cohen's kappa (8 cases with 2 votes)               0.38",
    '',
    'vote      votes   %  0 to 100 %            interval',
    'formal       12  60  ████████▒▒▒▒▒▒▒▒····  40 % – 78 %',
    'short         8  40  ████▒▒▒▒▒▒▒▒········  20 % – 60 %',
    'both bad      0   -  -                     -',
    '',
    'voter  votes  not blind',
    'ada       20          2',
    '',
    'People (rows) and judge:strict, exact (columns), 12 cases',
    'people  pass  fail',
    'good       5     1',
    'bad        2     4',
    '',
    'same verdict         0.75',
    'same verdict within  0.5 – 0.9',
    "Cohen's kappa        0.5",
    'kappa within         0.2 – 0.8',
    'cases without a row  3',
    'undecided            2',
    '',
    "Intervals are at 90 %, by a bootstrap over cases (BCa), seed 7; Wilson's for shares without spread.",
    'More: wf help methods',
  ]);
});

test('programs get both ends of each interval', () => {
  expect(writtenLines(humanSummaryPage(COMPARED))).toEqual([
    'id                                                 01932c5e-5555-7000-8000-000000000001',
    'status                                             EVALUATION_STARTED',
    'cases voted on                                     10 of 12',
    'votes                                              20',
    'not blind                                          2',
    'cases for formal                                   6',
    'cases for short                                    3',
    'cases for neither                                  1',
    'p (sign test)                                      0.0312',
    "Krippendorff's alpha (nominal, 2 voters, 9 cases)  0.4",
    'agreement from                                     0.1',
    'agreement to                                       0.7',
    "Cohen's kappa (8 cases with 2 votes)               0.38",
    '',
    'VOTE      VOTES   %  FROM    TO',
    'formal       12  60    40  77.5',
    'short         8  40    20    60',
    'both bad      0   -     -     -',
    '',
    'VOTER  VOTES  NOT BLIND',
    'ada       20          2',
    '',
    'People (rows) and judge:strict, exact (columns), 12 cases',
    'PEOPLE  PASS  FAIL',
    'good       5     1',
    'bad        2     4',
    '',
    'same verdict         0.75',
    'same verdict from    0.5',
    'same verdict to      0.9',
    "Cohen's kappa        0.5",
    'kappa from           0.2',
    'kappa to             0.8',
    'cases without a row  3',
    'undecided            2',
    '',
    "Intervals are at 90 %, by a bootstrap over cases (BCa), seed 7; Wilson's for shares without spread. More: wf help methods",
  ]);
});

test('scores have a mean with its interval, and a reason without agreement', () => {
  const page = humanSummaryPage({
    ...EMPTY,
    method: 'student',
    score: { mean: 62.5, interval: [52.5, 75], least: 10, greatest: 90 },
    preference: { first: 0, second: 0, neither: 0, p_value: null },
    agreement: {
      statistic: 'krippendorff_alpha',
      measurement: 'interval',
      kappas: [],
      value: null,
      interval: null,
      cases: 4,
      voters: 2,
      reason: 'one case',
    },
  });
  expect(drawnLines(page)).toEqual([
    'id                                                  01932c5e-5555-7000-8000-000000000001',
    'status                                              … running',
    'cases voted on                                      0 of 12',
    'votes                                               0',
    'mean score                                          62.5',
    '0 to 100                                            ███████████▒▒▒▒·····',
    'mean score within                                   52.5 – 75',
    'least                                               10',
    'greatest                                            90',
    'cases for the first                                 0',
    'cases for the second                                0',
    'cases for neither                                   0',
    'p (sign test)                                       -',
    "Krippendorff's alpha (interval, 2 voters, 4 cases)  unknown: one case",
    '',
    'Nobody has voted yet.',
    '',
    "Intervals are at 90 %, by Student's t; of agreement, by a bootstrap over cases (BCa), seed 7. More:",
    'wf help methods',
  ]);
  expect(writtenLines(page)).toEqual([
    'id                                                  01932c5e-5555-7000-8000-000000000001',
    'status                                              EVALUATION_STARTED',
    'cases voted on                                      0 of 12',
    'votes                                               0',
    'mean score                                          62.5',
    'mean score from                                     52.5',
    'mean score to                                       75',
    'least                                               10',
    'greatest                                            90',
    'cases for the first                                 0',
    'cases for the second                                0',
    'cases for neither                                   0',
    'p (sign test)                                       -',
    "Krippendorff's alpha (interval, 2 voters, 4 cases)  unknown: one case",
    '',
    'VOTER  VOTES  NOT BLIND',
    '',
    "Intervals are at 90 %, by Student's t; of agreement, by a bootstrap over cases (BCa), seed 7. More: wf help methods",
  ]);
});

test('scores without a mean have no bar and no interval', () => {
  const page = humanSummaryPage({ ...EMPTY, score: { mean: null, interval: null, least: null, greatest: null } });
  expect(drawnLines(page).slice(4, 9)).toEqual([
    'mean score      -',
    '0 to 100        -',
    'least           -',
    'greatest        -',
    '',
  ]);
});

test('an agreement of too few cases has no interval, but a kappa may', () => {
  const { agreement } = COMPARED;
  if (agreement === null) throw new Error('no agreement');
  const kappas = agreement.kappas.map((kappa) => ({ ...kappa, interval: [0.25, 0.5] as const }));
  const page = humanSummaryPage({ ...EMPTY, agreement: { ...agreement, interval: null, kappas } });
  expect(writtenLines(page).slice(4, 9)).toEqual([
    "Krippendorff's alpha (nominal, 2 voters, 9 cases)  0.4",
    'agreement within                                   unknown: the cases are too few, or all alike',
    "Cohen's kappa (8 cases with 2 votes)               0.38",
    'kappa from                                         0.25',
    'kappa to                                           0.5',
  ]);
});

test('a verdict without agreement has no interval', () => {
  const judge = { ...JUDGE, agreement: null, kappa: null, kappa_interval: null };
  expect(drawnLines(humanSummaryPage({ ...EMPTY, judges: [judge] })).slice(-9)).toEqual([
    'good       5     1',
    'bad        2     4',
    '',
    'same verdict         -',
    "Cohen's kappa        -",
    'cases without a row  3',
    'undecided            2',
    '',
    "Intervals are at 90 %, by Wilson's. More: wf help methods",
  ]);
});

test.each([
  ['cohen_kappa', "Cohen's kappa"],
  ['fleiss_kappa', "Fleiss' kappa"],
  ['krippendorff_alpha', "Krippendorff's alpha"],
] as const)('%s is named %s', (statistic, name) => {
  expect(agreementLabel(statistic)).toBe(name);
});

test('the tables have these columns', () => {
  expect(headsOf(choiceSummaryColumns)).toEqual([
    'vote | text | 0',
    'votes | integer | 0',
    '% | score | 0',
    'from | score | 0 | written',
    'to | score | 0 | written',
    '0 to 100 % | bar | 2 | drawn',
    'interval | text | 1 | drawn',
  ]);
  expect(headsOf(voterSummaryColumns)).toEqual(['voter | text | 0', 'votes | integer | 0', 'not blind | integer | 1']);
});
