import { expect, test } from 'vitest';
import type { ExtendedClient } from '../../../../src/client/create-client.ts';
import {
  summariseHumanEvaluation,
  type SummariseHumanEvaluationOptions,
} from '../../../../src/use-cases/human-evaluations/summarise-human-evaluation.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
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
    lacking: ['the votes of each person, so a case counts as one vote, and nothing tells whether it was blind'],
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
