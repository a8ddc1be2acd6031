import { expect, test } from 'vitest';
import type { ExtendedClient } from '../../../../src/client/create-client.ts';
import {
  summariseHumanEvaluation,
  type SummariseHumanEvaluationOptions,
} from '../../../../src/use-cases/human-evaluations/summarise-human-evaluation.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { evaluationOf, rowOf, scoreOf } from '../../../helpers/evaluation-records.ts';
import { humanEvaluationOf, scoredEvaluationOf } from '../../../helpers/human-records.ts';

async function summarise(
  options: Partial<SummariseHumanEvaluationOptions> = {},
  methods: Partial<ExtendedClient> = {},
) {
  const { client } = fakeClient({
    listHumanEvaluationScenarios: async () => [] as never,
    listHumanVotes: async () => [] as never,
    listHumanVoters: async () => [],
    ...methods,
  });
  return await summariseHumanEvaluation({
    client,
    app: null,
    evaluation: humanEvaluationOf(),
    against: null,
    passScore: null,
    judgePass: null,
    scale: null,
    ...options,
  });
}

test('without judges and votes there is a summary, which lacks nothing', async () => {
  const summary = await summarise();
  expect(summary).toMatchObject({ judges: [] });
  expect(summary).not.toHaveProperty('lacking');
});

test('a service without extensions lacks the votes of each person', async () => {
  expect(await summarise({}, { extensions: async () => null })).toMatchObject({
    lacking: ['the votes of each person, so a case counts as one vote, and whether it was blind is unknown'],
  });
});

const HELP = ['wf human-eval results --help'];

test.each([
  [{ passScore: 'much' }, '--pass-score cannot be "much": write a number.'],
  [{ passScore: ' ' }, '--pass-score cannot be " ": write a number.'],
  [{ judgePass: '1e999' }, '--judge-pass cannot be "1e999": write a number.'],
  [{ scale: 'ordinal' }, '--scale cannot be "ordinal": write nominal, because votes have no order.'],
  [
    { scale: 'ratio', evaluation: scoredEvaluationOf() },
    '--scale cannot be "ratio": write nominal, ordinal, interval.',
  ],
  [{ against: 'e1' }, '--against cannot be "e1": write EVALUATION:EVALUATOR.'],
  [{ against: ':exact_match' }, '--against cannot be ":exact_match": write EVALUATION:EVALUATOR.'],
  [{ against: 'e1:' }, '--against cannot be "e1:": write EVALUATION:EVALUATOR.'],
])('%j is refused', async (options, message) => {
  await expect(summarise(options)).rejects.toMatchObject({ code: 'WF_USAGE', message, nextSteps: HELP });
});

test.each([
  [{ scale: 'nominal' }],
  [{ scale: null, evaluation: scoredEvaluationOf() }],
  [{ scale: 'ordinal', evaluation: scoredEvaluationOf() }],
  [{ passScore: '0', judgePass: '-1.5' }],
])('%j is accepted', async (options) => {
  await expect(summarise(options)).resolves.toBeDefined();
});

/** Summarises with judges from a finished evaluation of the variant `default`. */
async function judged(against: string, evaluation: object, rows: readonly object[] = []) {
  const found = evaluationOf(evaluation);
  return await summarise(
    { against },
    {
      getEvaluation: async () => found,
      listEvaluationScenarios: async () => rows as never,
    },
  ).catch((error: unknown) => error);
}

const EVALUATION = evaluationOf().id;

test('a judge of another variant is refused', async () => {
  expect(await judged(`${EVALUATION}:exact_match`, { variant_ids: ['another'] })).toMatchObject({
    code: 'WF_USAGE',
    message: `${EVALUATION}:exact_match evaluates none of the variants that people voted on.`,
    nextSteps: HELP,
  });
});

test('two judges of one variant are refused', async () => {
  expect(await judged(`${EVALUATION}:exact_match,${EVALUATION}:auto_exact_match`, {})).toMatchObject({
    code: 'WF_USAGE',
    message: '--against takes one evaluation per variant.',
    nextSteps: HELP,
  });
});

test('an evaluator that did not judge is refused with those that did', async () => {
  expect(await judged(`${EVALUATION}:exact_mach`, {})).toMatchObject({
    code: 'WF_NOT_FOUND',
    message: `No evaluator of evaluation ${EVALUATION} is called "exact_mach". Did you mean exact_match?`,
    nextSteps: [`wf eval show ${EVALUATION}`],
  });
});

test('a judge that gives numbers needs a bound', async () => {
  const rows = [rowOf({ input: 'case 0', scores: {} }), rowOf({ input: 'case 1', scores: { similarity: 0.5 } })];
  const evaluation = { aggregated_results: [scoreOf('similarity', 0.5)] };
  expect(await judged(`${EVALUATION}:similarity`, evaluation, rows)).toMatchObject({
    code: 'WF_USAGE',
    message: 'similarity gives numbers: set the number from which an output passes.',
    nextSteps: ['Add --judge-pass NUMBER'],
  });
});
