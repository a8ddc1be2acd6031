import { expect, test } from 'vitest';
import type { ComparedCandidate } from '../../../../../src/contract/evaluations/comparison.ts';
import type { TestedEvaluation } from '../../../../../src/contract/evaluations/evaluation.ts';
import { medianOf, pairsOf } from '../../../../../src/playground/evaluations/pictures/row-pictures.tsx';
import { formatMoment } from '../../../../../src/playground/text/format-figures.ts';
import { evaluationOf, rowOf } from '../../../../helpers/evaluation-records.ts';
import { describeCandidate } from '../../../../../src/contract/evaluations/describe-comparison.ts';
import { comparedOf, COMPARISON, SKEWED_COST } from '../../../../helpers/page/comparison-records.ts';
import { type Answers } from '../../../../helpers/page/fake-browser.ts';
import { openView } from '../../../../helpers/page/open-view.tsx';

const COMPARED = 'GET /evaluations/f/comparison';
const [CANDIDATE] = COMPARISON.candidates as readonly [ComparedCandidate];

/** Opens the comparison of `tuned@2` with `default@1`. */
async function openComparison(part: Partial<ComparedCandidate> = {}, query = '', answers: Answers = {}) {
  const page = await openView(`evaluations/f?baseline=e${query}`, {
    // Newest first, as the service is asked.
    'GET /evaluations': [
      evaluationOf({ id: 'h', status: { type: 'status', value: 'EVALUATION_STARTED' } }),
      evaluationOf({ id: 'g', variant_names: ['third'] }),
      evaluationOf({ id: 'f', variant_names: ['tuned'], testset_name: null }),
      evaluationOf({ id: 'e' }),
    ],
    'GET /evaluations/f/evaluation_scenarios': [rowOf({ input: 'sea' })],
    [COMPARED]: { ...COMPARISON, candidates: [{ ...CANDIDATE, ...part }] },
    ...answers,
  });
  await page.sees(/Compared with|No\./);
  return page;
}

test('finished evaluations are chosen from, and a column makes slices', async () => {
  await using page = await openComparison();
  const at = formatMoment(evaluationOf().created_at);
  expect(['Before', 'After', 'Slices by column'].map((label) => page.options(label))).toEqual([
    [`default@2 on cases, ${at}`, `third@2 on cases, ${at}`],
    [`tuned@2 on a deleted test set, ${at}`, `third@2 on cases, ${at}`],
    ['none', 'text', 'correct_answer'],
  ]);
  const hashes: string[] = [];
  for (const [label, option] of [
    ['Before', `third@2 on cases, ${at}`],
    ['After', `third@2 on cases, ${at}`],
    ['Slices by column', 'text'],
  ] as const) {
    await page.enter(label, option);
    hashes.push(page.hash);
    await page.go('#/apps/support/evaluations/f?baseline=e');
  }
  expect(hashes).toEqual([
    '#/apps/support/evaluations/f?baseline=g',
    '#/apps/support/evaluations/g?baseline=e',
    '#/apps/support/evaluations/f?baseline=e&by=text',
  ]);
});

test('only evaluations of the same route and test set are offered, told apart by route, revision and time', async () => {
  const of = (id: string, part: Partial<TestedEvaluation>) => evaluationOf({ id, route: '/draft', ...part });
  const evaluations = [
    of('i', { testset_id: 'others' }),
    of('h', { route: '/classify' }),
    of('g', { testset_revision: 3, created_at: '2026-11-20T11:00:02Z' }),
    of('f', { testset_revision: 2, created_at: '2026-11-20T11:00:01Z' }),
    of('e', { testset_revision: 2 }),
  ];
  await using page = await openComparison({}, '', { 'GET /evaluations': evaluations });
  const name = (revision: number, second: number) =>
    `default@2 at /draft on cases@${revision}, ${formatMoment(`2026-11-20T11:00:0${second}Z`)}`;
  expect([page.options('Before'), page.options('After')]).toEqual([
    [name(2, 0), name(3, 2)],
    [name(2, 1), name(3, 2)],
  ]);
});

test('other code, other variables and evaluators of one of the two are named', async () => {
  const differs_in = ['code', 'variables'] as const;
  await using page = await openComparison({ differs_in, evaluators_only_in_candidate: ['rouge'] });
  expect(page.text).toContain('f was called with other code and other variables.');
  expect(page.text).toContain('Not compared: only f (tuned@2) has rouge.');
});

test('a comparison by a column has its commands, quoted for a shell', async () => {
  await using page = await openComparison({}, "&by=it's+text");
  expect(page.queryOf(COMPARED)).toMatchObject({ baseline_id: 'e', group_by: "it's text" });
  expect(page.options('Slices by column')).toContain("it's text");
  expect(await page.commands()).toEqual([
    `wf eval compare e f --group-by 'it'\\''s text'`,
    `wf eval export f --format html --baseline e --group-by 'it'\\''s text' --output report.html`,
  ]);
});

test('an evaluation that is not listed keeps its id, and a refused comparison its reason', async () => {
  const refused = Response.json({ detail: 'No.' }, { status: 409 });
  await using page = await openComparison({}, '', { 'GET /evaluations': [], [COMPARED]: refused });
  expect([page.options('Before'), page.options('After'), page.names('alert')]).toEqual([['e'], ['f'], ['No.']]);
});

test('each metric has its change, its interval and its verdict, in a table and in a picture', async () => {
  await using page = await openComparison();
  expect(page.rows('Comparison')).toEqual([
    ['Metric', 'Before', 'After', 'Change', 'Verdict', 'Interval', 'p', 'Better', 'Worse', 'Missing'],
    ['rouge', '0.5', '0.75', '0.25', 'better', '0.125 to 0.375', '0.02', '2', '1', '0'],
    [
      'exact_match',
      '0.5',
      '0.75',
      '0.25',
      'too few cases to say: 4 of at least 6',
      '0.125 to 0.375',
      '0.02',
      '2',
      '1',
      '0',
    ],
    ['latency', '500 ms', '750 ms', '-50 %', 'worse', '-', '0.02', '2', '1', '0'],
  ]);
  // Ratios and scores from 0 to 1 have an axis each.
  expect(page.names('img').filter((name) => name.startsWith('Differences'))).toEqual([
    'Differences. rouge: 0.25: better. exact_match: 0.25: too few cases to say: 4 of at least 6',
    'Differences. latency: -50 %: worse, lower is better',
  ]);
  await page.unfold('Table: differences');
  expect(page.rows('Differences').slice(1)).toEqual([
    ['rouge', '4', '0.25', '0.125 to 0.375', 'better'],
    ['exact_match', '4', '0.25', '0.125 to 0.375', 'too few cases to say: 4 of at least 6'],
    ['latency', '4', '-50 %', '-', 'worse'],
  ]);
});

test('slices show the metric that is chosen, and say how many rows they have', async () => {
  await using page = await openComparison();
  const slices = () => page.names('img').filter((name) => name.includes(' by topic'));
  expect(slices()).toEqual([
    'rouge by topic. \u2068sea\u2069 (1,199 rows): 0.25: better. none (1 row, too few to say much): -: no data',
  ]);
  await page.enter('Slices by', 'latency');
  expect(slices()).toEqual([
    'latency by topic. \u2068{"a":1}\u2069 (2 rows, too few to say much): -50 %: worse, lower is better',
  ]);
});

test('rows of a metric are drawn as a distribution and before against after', async () => {
  await using page = await openComparison();
  const shown = () => page.names('img').filter((name) => /^Distribution| of rows/.test(name));
  expect(page.options('Rows by')).toEqual(['rouge', 'exact_match', 'latency']);
  const drawn = [shown()];
  for (const metric of ['latency', 'exact_match']) {
    await page.enter('Rows by', metric);
    drawn.push(shown());
  }
  expect(drawn).toEqual([
    ['Distribution of rouge: median 0.5 before, 0.75 after', 'rouge of rows: 1 better, 1 worse, 1 the same'],
    ['Distribution of latency: median 450 ms before, 2.25 s after', 'latency of rows: 1 better, 2 worse, 1 the same'],
    // Passes and failures have no distribution.
    ['exact_match of rows: 1 better, 1 worse, 1 the same'],
  ]);
  await page.enter('Rows by', 'latency');
  expect(page.text).toContain('4 rows, every 2th, on a logarithmic axis: median');
});

test('the rows of a picture are listed by their change, and open in the candidate', async () => {
  await using page = await openComparison();
  await page.unfold('Table: rows by rouge, before and after');
  expect(page.rows('Rows before and after')).toEqual([
    ['Row', 'Before', 'After', 'Change'],
    ['Row 1', '0.25', '0.75', 'better'],
    ['Row 3', '0.5', '0.25', 'worse'],
    ['Row 5', '1', '1', 'same'],
  ]);
  await page.click('Row 5');
  expect(page.hash).toBe('#/apps/support/evaluations/f?row=15');
});

test('a distribution has a table of its shares', async () => {
  await using page = await openComparison();
  await page.unfold('Table: distribution of rouge');
  const [head, ...shares] = page.rows('Distribution');
  expect([head, shares[0], shares[3], shares.at(-1)]).toEqual([
    ['Share of rows', 'default@1', 'tuned@2'],
    ['0 % at most', '0.25', '0.25'],
    ['50 % at most', '0.5', '0.75'],
    ['100 % at most', '1', '1'],
  ]);
});

test('without slices or points, only the differences are drawn', async () => {
  await using page = await openComparison({ groups: undefined, points: undefined });
  expect(page.names('heading')).toEqual(['Compare evaluations', 'Compared with default@1, 1,200 rows', 'Differences']);
});

test.each([
  ['higher', ['3 better', '5 worse', '9 same']],
  ['lower', ['3 worse', '5 better', '9 same']],
] as const)('rows with both values are pairs; where %s is better, they are %j', (goal, changes) => {
  const pointed = { metric: 'latency', before: [1, 2, null, 4], after: [2, 1, 1, 4] };
  const pairs = pairsOf({ rows: [3, 5, 7, 9] }, pointed, goal);
  expect(pairs.map(({ row, change }) => `${row} ${change}`)).toEqual(changes);
});

test('the median of an even number of values is between the middle ones', () => {
  expect([medianOf([4, 1, 3, 2]), medianOf([4, 1, 3, 2], 1), medianOf([])]).toEqual([2.5, 4, NaN]);
});

test('a comparison says its rows and cases, what is missing, and how many changed rows it leaves out', async () => {
  const missing = { baseline: 2, candidate: 14, both: 1, losses: 0, rows: [3, 8] };
  const answered = { pairs: 43, baseline: 0.002, candidate: 0.003 };
  const cost = comparedOf('cost', { kind: 'cost', missing, without_errors: answered, verdict: 'missing values' });
  const changed = { row: 3, metric: 'rouge', baseline: 0.5, candidate: 0.75, inputs: {} };
  const better = [{ ...changed, baseline_output: 'blue', candidate_output: 'red' }];
  await using page = await openComparison({
    rows: 80,
    pairs: 10,
    metrics: [cost],
    better,
    better_count: 22,
    groups: [{ value: 'sea', rows: 80, cases: 10, is_small: false, metrics: [cost] }],
  });
  const [head = [], first = []] = page.rows('Comparison');
  expect(['Missing', 'Verdict'].map((name) => first[head.indexOf(name)])).toEqual(['17', 'cannot say: missing values']);
  expect(page.names('heading')).toEqual(
    expect.arrayContaining(['Compared with default@1, 80 rows, 10 cases', 'Rows that got better, 1 of 22']),
  );
  for (const text of [
    'cost: 17 cases of unknown cost: 2 before, 14 after, 1 in both (rows 3, 8, …). They are left out.',
    'cost: without the cases where a row failed, $0.002 before and $0.003 after (43 cases).',
    'No evaluator judged both. Cost and latency alone do not say which answers are better.',
  ])
    expect(page.text).toContain(text);
  expect(page.names('img').some((name) => name.includes('(80 rows, 10 cases)'))).toBe(true);
});

test('a comparison says what a subset leaves out, and what only one evaluation has', async () => {
  const subset = '12 of 72 rows: topic=sea';
  await using page = await openComparison({ subset, only_in_baseline: 60, only_in_candidate: 1 });
  for (const text of [
    'Compared are the rows that both have. The first: all rows. This: 12 of 72 rows: topic=sea.',
    'Left out: 60 cases that only the first evaluation has, 1 that only this one has.',
  ])
    expect(page.text).toContain(text);
});

test.each<[string, Partial<typeof SKEWED_COST>, number]>([
  ['too skewed to say', {}, 4],
  ['better by the bill, dearer in a typical case', { verdict: 'better', change: -0.46, typical_ratio: 0.25 }, 3],
])('a cost that is %s has the sentences of the terminal', async (_, part, count) => {
  const candidate = { ...CANDIDATE, metrics: [{ ...SKEWED_COST, ...part }] };
  await using page = await openComparison(candidate);
  const sentences = describeCandidate({ id: 'before', variant: 'default@1' }, candidate);
  expect(sentences).toHaveLength(count);
  for (const sentence of sentences) expect(page.text).toContain(sentence);
});
