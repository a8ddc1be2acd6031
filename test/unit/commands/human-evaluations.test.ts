import { expect, test } from 'vitest';
import HumanEvalCreate from '../../../commands/human-evaluations/create.ts';
import HumanEvalResults from '../../../commands/human-evaluations/results.ts';
import HumanEvalShow from '../../../commands/human-evaluations/show.ts';
import type { ExtendedClient } from '../../../src/client/create-client.ts';
import type { Evaluation } from '../../../src/contract/evaluations/evaluation.ts';
import type { HumanEvaluation } from '../../../src/contract/human-evaluations/human-evaluation.ts';
import { ServiceError } from '../../../src/errors/service-error.ts';
import { evaluationOf, rowOf, streamOf } from '../../helpers/evaluation-records.ts';
import { humanEvaluationOf, scoredEvaluationOf, scoredOf, votedOf, votersOf } from '../../helpers/human-records.ts';
import { runWithClient } from '../../helpers/run-with-client.ts';
import { variantOf } from '../ui/fixtures.ts';

const APP_ID = '01932c5e-0000-7000-8000-00000000000a';
const DEFAULT_EVALUATION = evaluationOf();
const TUNED_EVALUATION = evaluationOf({
  id: '01932c5e-3333-7000-8000-000000000002',
  variant_ids: ['01932c5e-1111-7000-8000-000000000002'],
  variant_names: ['tuned'],
});

interface World {
  readonly evaluation?: HumanEvaluation;
  readonly voted: ReturnType<typeof votedOf>;
  readonly voters: ReturnType<typeof votersOf>;
  /** Whether the judge passed each case, per variant. */
  readonly judged?: readonly [first: readonly (boolean | number)[], second: readonly (boolean | number)[]];
}

/** A client with one human evaluation, and an evaluation of each variant with the same outputs. */
function clientWith({
  evaluation = humanEvaluationOf(),
  voted,
  voters,
  judged = [[], []],
}: World): Partial<ExtendedClient> {
  const rowsOf = (id: string) => {
    const [letter, verdicts] = id === TUNED_EVALUATION.id ? (['b', judged[1]] as const) : (['a', judged[0]] as const);
    return verdicts.map((verdict, place) =>
      rowOf({ input: `case ${place}`, output: `${letter}${place}`, scores: { exact_match: verdict } }),
    );
  };
  const lists: Readonly<Record<string, (id: string) => readonly unknown[]>> = {
    listHumanEvaluationScenarios: () => voted.scenarios,
    listHumanVotes: () => voted.votes,
    listEvaluationScenarios: rowsOf,
  };
  const paginate = (name: string, { evaluation_id }: { evaluation_id: string }) =>
    streamOf(lists[name]?.(evaluation_id) ?? []);
  const evaluations: Evaluation[] = [DEFAULT_EVALUATION, TUNED_EVALUATION];
  return {
    getHumanEvaluation: async () => evaluation,
    listHumanVoters: async () => voters,
    listEvaluations: async () => evaluations,
    // The tested commands page only through these lists.
    paginate: paginate as unknown as ExtendedClient['paginate'],
  };
}

const worldOf = (votes: readonly string[], judged?: World['judged']): World => ({
  voted: votedOf(votes),
  voters: votersOf(votes),
  ...(judged === undefined ? {} : { judged }),
});

const results = async (world: World, ...argv: string[]) => {
  const id = (world.evaluation ?? humanEvaluationOf()).id;
  const run = await runWithClient(HumanEvalResults, [id, '--app', APP_ID, '--json', ...argv], clientWith(world));
  return { ...run, summary: run.exitCode === 0 ? (JSON.parse(run.stdout) as unknown) : null };
};

test('one voter’s votes are counted with Wilson intervals, and the preference tested', async () => {
  const { summary } = await results(worldOf(['bbbbba+-..']));
  expect(summary).toMatchObject({
    rows: 10,
    voted: 8,
    votes: 8,
    method: 'wilson',
    choices: [
      { label: 'default@2', votes: 1, share: 0.125 },
      { label: 'tuned@1', votes: 5, share: 0.625, interval: [expect.closeTo(0.3057, 3), expect.closeTo(0.8632, 3)] },
      { label: 'both good', votes: 1 },
      { label: 'both bad', votes: 1 },
    ],
    preference: { first: 1, second: 5, neither: 2, p_value: 0.21875 },
    agreement: null,
  });
});

test('two voters’ agreement has Cohen’s kappa over the cases both voted on', async () => {
  const { summary } = await results(worldOf(['aabb.', 'aabab']));
  const kappas = [{ statistic: 'cohen_kappa', value: 0.5, cases: 4, votes: 2 }];
  const agreement = { value: expect.closeTo(1 - (7 * 2) / 30, 12), cases: 4, voters: 2, reason: null, kappas };
  expect(summary).toMatchObject({ method: 'bootstrap', agreement });
});

test('three voters’ agreement has Fleiss’ kappa over the cases with most votes', async () => {
  const { summary } = await results(worldOf(['aabb', 'aabb', 'aab.']));
  const kappas = [{ statistic: 'fleiss_kappa', value: 1, interval: null, cases: 3, votes: 3 }];
  expect(summary).toMatchObject({ agreement: { value: 1, interval: null, cases: 4, voters: 3, kappas } });
});

test('identical votes, or votes on no common case, have a reason instead of a value', async () => {
  const same = await results(worldOf(['aa', 'aa']));
  expect(same.summary).toMatchObject({ agreement: { value: null, reason: expect.stringContaining('the same') } });
  const apart = await results(worldOf(['a.', '.b']));
  expect(apart.summary).toMatchObject({ agreement: { value: null, reason: expect.stringContaining('two people') } });
});

test('scores have their mean, and Krippendorff’s alpha for agreement', async () => {
  const scores = [
    [70, 80, 90],
    [70, 80, null],
  ];
  const voters = votersOf(['xxx', 'xx']);
  const world = { evaluation: scoredEvaluationOf(), voted: scoredOf(scores), voters };
  const { summary } = await results(world);
  expect(summary).toMatchObject({
    choices: [],
    preference: null,
    score: { mean: 78, least: 70, greatest: 90 },
    agreement: { statistic: 'krippendorff_alpha', measurement: 'interval', value: 1, cases: 2, kappas: [] },
  });
  const ordinal = await results(world, '--scale', 'ordinal');
  expect(ordinal.summary).toMatchObject({ agreement: { measurement: 'ordinal', value: 1 } });
});

test('a judge of both variants is compared with the preference of people, case by case', async () => {
  const judged: World['judged'] = [
    [true, false, true, true, true],
    [false, true, true, false, false],
  ];
  const { summary } = await results(worldOf(['ab+b.'], judged), '--against', 'default:exact_match,tuned:exact_match');
  expect(summary).toMatchObject({
    judges: [
      {
        human_labels: ['default@2', 'tuned@1', 'neither'],
        judge_labels: ['default@2', 'tuned@1', 'neither'],
        table: [
          [1, 0, 0],
          [1, 1, 0],
          [0, 0, 1],
        ],
        cases: 4,
        unpaired: 0,
        undecided: 0,
        agreement: 0.75,
      },
    ],
  });
});

test('a judge of one variant is compared with scores above a bound', async () => {
  const world: World = {
    evaluation: scoredEvaluationOf(),
    voted: scoredOf([[80, 20, 60, 90]]),
    voters: votersOf(['xxxx']),
    judged: [[0.9, 0.1, 0.2], []],
  };
  const { summary } = await results(world, '--against', 'default:exact_match', '--judge-pass', '0.5');
  expect(summary).toMatchObject({
    judges: [
      {
        human_labels: ['good', 'bad'],
        table: [
          [1, 1],
          [0, 1],
        ],
        cases: 3,
        unpaired: 1,
      },
    ],
  });
  const strict = await results(world, '--against', 'default:exact_match', '--judge-pass', '0.5', '--pass-score', '70');
  expect(strict.summary).toMatchObject({
    judges: [
      {
        table: [
          [1, 0],
          [0, 2],
        ],
        agreement: 1,
      },
    ],
  });
  const unbound = await results(world, '--against', 'default:exact_match');
  expect(unbound).toMatchObject({ exitCode: 2, stdout: '' });
  expect(unbound.stderr).toContain('gives numbers');
});

test.each([
  [['--against', 'default'], 2, 'write EVALUATION:EVALUATOR'],
  [['--against', 'default:nope'], 3, 'is called \\"nope\\"'],
  [['--against', 'default:exact_match,default:exact_match'], 2, 'one evaluation per variant'],
  [['--against', 'default:exact_match', '--pass-score', 'much'], 2, '--pass-score cannot be'],
  [['--judge-pass', ''], 2, '--judge-pass cannot be'],
  [['--scale', 'ordinal'], 2, 'write nominal, because votes have no order'],
])('wf human-eval results %j ends with exit code %i', async (argv, exitCode, reason) => {
  const run = await results(worldOf(['a']), ...argv);
  expect(run).toMatchObject({ exitCode, stdout: '' });
  expect(run.stderr).toContain(reason);
});

test('the view has counts, agreement and the table of a judge', async () => {
  const judged: World['judged'] = [[true, true], []];
  const argv = [humanEvaluationOf().id, '--app', APP_ID, '--against', 'default:exact_match'];
  const client = clientWith(worldOf(['ab', 'aa'], judged));
  const plain = await runWithClient(HumanEvalResults, argv, client);
  expect(plain.stdout).toContain("Krippendorff's alpha (nominal, 2 voters, 2 cases)");
  expect(plain.stdout).toContain("Cohen's kappa (2 cases with 2 votes)");
  const drawn = await runWithClient(HumanEvalResults, argv, client, { terminal: { columns: 120, rows: 60 } });
  expect(drawn.stdout).toContain('People (rows) and');
  expect(drawn.stdout).toContain('by a bootstrap over cases (BCa), seed 1;');
});

const LINKS = { code: 'everybody', voters: [{ voter_id: 'voter-0', name: 'voter 0', code: 'own' }] };
const SHOWN: Partial<ExtendedClient> = {
  getHumanEvaluation: async () => humanEvaluationOf(),
  listHumanVoters: async () => votersOf(['a']),
  listHumanOutputs: async () => [],
  getHumanLinks: async () => LINKS,
};

test('wf human-eval show prints the shared and the personal voting links', async () => {
  const { id } = humanEvaluationOf();
  const run = await runWithClient(HumanEvalShow, [id], SHOWN);
  expect(run.stdout).toContain(`Vote at: http://wf.test/#vote=${id}.everybody`);
  expect(run.stdout).toContain(`http://wf.test/#vote=${id}.own`);
  const json = await runWithClient(HumanEvalShow, [id, '--json'], SHOWN);
  expect(JSON.parse(json.stdout)).toMatchObject({ id, link: `http://wf.test/#vote=${id}.everybody` });
});

test('wf human-eval show works without links for a read-only key', async () => {
  const refused = new ServiceError({ code: 'WF_NOT_ALLOWED', message: 'This requires the role author.', status: 403 });
  const client = { ...SHOWN, getHumanLinks: async () => Promise.reject(refused) };
  const run = await runWithClient(HumanEvalShow, [humanEvaluationOf().id, '--json'], client);
  expect(JSON.parse(run.stdout)).toMatchObject({ link: null, voters: [{ name: 'voter 0', link: null }] });
});

test.each([
  [
    ['--variants', 'default,tuned', '--type', 'single_model_test'],
    'single_model_test takes 1 variant, and 2 are named',
  ],
  [['--variants', 'default', '--type', 'human_a_b_testing'], 'human_a_b_testing takes 2 variants, and 1 is named'],
  [['--variants', 'default@1,default@2'], 'Two revisions of one variant'],
  [['--variants', 'default,tuned,third'], 'A human evaluation takes 1 or 2 variants, and 3 are named'],
  [['--variants', 'default', '--type', 'vote'], '--type'],
])('wf human-eval create %j is rejected before anything is stored', async (argv, reason) => {
  const variants = ['default', 'tuned', 'third'].map((variant_name) =>
    variantOf({ variant_name, variant_id: variant_name }),
  );
  const run = await runWithClient(HumanEvalCreate, ['--app', APP_ID, '--testset', 'cases', ...argv], {
    listAppVariants: async () => variants,
  });
  expect(run).toMatchObject({ exitCode: 2, stdout: '' });
  expect(run.stderr).toContain(reason);
});

const revisionOf = (revision: number) => ({
  id: `revision-${revision}`,
  testset_id: 'cases-id',
  name: 'cases',
  revision,
  rows: 2,
  columns: ['text'],
  content_tag: null,
  created_by: 'ana',
  created_at: '2026-11-20T11:00:00Z',
});

test('wf human-eval create reports why outputs could not be generated', async () => {
  const run = await runWithClient(HumanEvalCreate, ['--app', APP_ID, '--testset', 'cases@1', '--variants', 'default'], {
    listAppVariants: async () => [variantOf({ variant_name: 'default' })],
    listTestsets: async () => [{ id: 'cases-id', name: 'cases', created_at: '', updated_at: '' }],
    listTestsetRevisions: async () => [1, 2].map(revisionOf),
    createHumanEvaluation: async ({ body }) => ({ ...body, id: 'made', status: '' }),
    listHumanOutputs: async () => [
      {
        evaluation_id: 'maker',
        variant_id: 'v',
        variant_name: 'default',
        status: { type: 'status', value: 'EVALUATION_FAILED', error: { message: 'It does not start.' } },
        rows: 2,
        done: 0,
      },
    ],
  });
  expect(run).toMatchObject({ exitCode: 1, stdout: '' });
  expect(run.stderr).toContain('The outputs of default could not be generated: It does not start.');
  expect(run.calls.find(({ name }) => name === 'createHumanEvaluation')?.input).toMatchObject({
    body: { testset_id: 'cases-id', testset_revision: 1 },
  });
});
