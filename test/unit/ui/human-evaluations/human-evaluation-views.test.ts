import { expect, test } from 'vitest';
import type { HumanSummary, JudgeSummary } from '../../../../src/contract/human-evaluations/human-summary.ts';
import { humanEvaluationView, humanSummaryView } from '../../../../src/ui/human-evaluations/human-summary-view.ts';
import { drawnLines, writtenLines } from '../fixtures.ts';

type Shown = Parameters<typeof humanEvaluationView>[0];

const SHOWN: Shown = {
  id: '01932c5e-5555-7000-8000-000000000001',
  app_id: '01932c5e-0000-7000-8000-00000000000a',
  project_id: '01932c5e-0000-7000-8000-00000000000b',
  evaluation_type: 'single_model_test',
  variant_ids: [],
  variant_names: ['formal'],
  variants_revision_ids: [],
  revisions: ['3'],
  testset_id: '01932c5e-4444-7000-8000-000000000001',
  testset_name: 'cases',
  status: 'EVALUATION_STARTED',
  created_at: '2026-11-20T11:00:00Z',
  updated_at: '2026-11-20T11:00:00Z',
  link: null,
  outputs: [],
  voters: [],
};
const VOTER = { name: 'ada', votes: 4, revealed_at: '2026-11-20T11:57:00Z', link: 'http://localhost:1/vote?voter=1' };
const OUTPUTS = {
  variant_name: 'formal',
  done: 3,
  rows: 12,
  status: { type: 'error', value: 'EVALUATION_FAILED', error: { message: 'No model.' } },
};
const BUSY = {
  ...SHOWN,
  link: 'http://localhost:1/vote',
  outputs: [OUTPUTS],
  voters: [VOTER, { ...VOTER, name: 'bob', revealed_at: null, link: null }],
} as unknown as Shown; // what the page reads

test('outputs that failed say why; people see the links of voters outside the table, programs in it', () => {
  expect(drawnLines(humanEvaluationView(BUSY, 'http://localhost:1')).slice(7)).toEqual([
    'variant  outputs   done  of  error',
    'formal   ✗ failed     3  12  No model.',
    '',
    'voter  cases  unblinded',
    'ada        4  3 minutes ago',
    'bob        4  -',
    '',
    'ada votes at:',
    'http://localhost:1/vote?voter=1',
    '',
    'Vote at: http://localhost:1/vote',
  ]);
  expect(writtenLines(humanEvaluationView(BUSY, 'http://localhost:1')).slice(10, 13)).toEqual([
    'VOTER  CASES  UNBLINDED             PERSONAL LINK',
    'ada        4  2026-11-20T11:57:00Z  http://localhost:1/vote?voter=1',
    'bob        4  -                     -',
  ]);
});

test('without a server the page says how to start one', () => {
  expect(writtenLines(humanEvaluationView({ ...SHOWN, link: '/vote' }, null)).at(-1)).toBe(
    'No server is running for the vote. Start one (wf dev or wf serve) and open its address with /vote',
  );
});

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
  method: 'clopper_pearson',
  choices: [],
  preference: null,
  score: null,
  voters: [],
  agreement: null,
  judges: [],
};
const AGREEMENT: NonNullable<HumanSummary['agreement']> = {
  statistic: 'krippendorff_alpha',
  measurement: 'nominal',
  value: 0.4,
  interval: [0.1, 0.7],
  cases: 9,
  voters: 2,
  reason: null,
  kappas: [{ statistic: 'cohen_kappa', value: 0.38, interval: null, cases: 8, votes: 2 }],
};
test('a judge without agreement has no interval, and is named by its evaluators', () => {
  const judge: JudgeSummary = {
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
    agreement: null,
    interval: [0.5, 0.9],
    kappa: null,
    kappa_interval: null,
  };
  expect(drawnLines(humanSummaryView({ ...EMPTY, judges: [judge] })).slice(7, -2)).toEqual([
    'People (rows) and judge:strict, exact (columns), 12 cases',
    'people  pass  fail',
    'good       5     1',
    'bad        2     4',
    '',
    'same verdict         -',
    "Cohen's kappa        -",
    'cases without a row  3',
    'undecided            2',
  ]);
});

test('without votes the page says so, and where the methods are', () => {
  expect(drawnLines(humanSummaryView(EMPTY)).slice(-3)).toEqual([
    'Nobody has voted yet.',
    '',
    'Each interval is certain at 90 %. How: wf help methods',
  ]);
});

/** Lines of a summary's record, below those that every one has. */
const recordOf = (change: Partial<HumanSummary>) => {
  const lines = drawnLines(humanSummaryView({ ...EMPTY, ...change })).slice(4);
  return lines.slice(0, lines.indexOf('')).map((line) => line.split(/ {2,}/));
};

test.each<[string, Partial<HumanSummary>, string[][]]>([
  [
    'scores have a mean with its interval',
    { score: { mean: 62.5, interval: [52.5, 75], least: 10, greatest: 90 } },
    [
      ['mean score', '62.5'],
      ['0 to 100', '███████████▒▒▒▒·····'],
      ['mean score within', '52.5 – 75'],
      ['least', '10'],
      ['greatest', '90'],
    ],
  ],
  [
    'scores without a mean have no bar and no interval',
    { score: { mean: null, interval: null, least: null, greatest: null } },
    [
      ['mean score', '-'],
      ['0 to 100', '-'],
      ['least', '-'],
      ['greatest', '-'],
    ],
  ],
  [
    'variants without names in the choices are the first and the second',
    { preference: { first: 0, second: 0, neither: 0, p_value: null } },
    [
      ['cases for the first', '0'],
      ['cases for the second', '0'],
      ['cases for neither', '0'],
      ['p (sign test)', '-'],
    ],
  ],
  [
    'an agreement that is unknown has its reason',
    {
      agreement: { ...AGREEMENT, measurement: 'interval', kappas: [], value: null, interval: null, reason: 'one case' },
    },
    [["Krippendorff's alpha (interval, 2 voters, 9 cases)", 'unknown: one case']],
  ],
  [
    'an agreement of too few cases has no interval, but a kappa may',
    {
      agreement: {
        ...AGREEMENT,
        interval: null,
        kappas: [{ statistic: 'fleiss_kappa', value: 0.38, interval: [0.25, 0.5], cases: 8, votes: 3 }],
      },
    },
    [
      ["Krippendorff's alpha (nominal, 2 voters, 9 cases)", '0.4'],
      ['agreement within', 'unknown: the cases are too few, or all alike'],
      ["Fleiss' kappa (8 cases with 3 votes)", '0.38'],
      ['kappa within', '0.25 – 0.5'],
    ],
  ],
])('%s', (_, change, lines) => {
  expect(recordOf(change)).toEqual(lines);
});
