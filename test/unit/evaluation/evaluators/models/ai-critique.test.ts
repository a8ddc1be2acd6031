import { expect, test } from 'vitest';
import { findEvaluator } from '../../../../../src/evaluation/evaluators/catalogue/evaluators.ts';
import { runEvaluator } from '../../../../../src/evaluation/evaluators/prepare/prepare-evaluator.ts';
import { requireWorkingSettings } from '../../../../../src/evaluation/evaluators/settings/evaluator-settings.ts';
import { NO_TOOLS } from '../../../../../src/evaluation/judges/evaluator-tools.ts';
import { judge } from '../../../../helpers/judge-answer.ts';
import { type ModelAnswer, startModelServer } from '../../../../helpers/start-model-server.ts';

const answers = [{ content: { explanation: 'ok', score: 7 } }];

test('the usual prompt shows inputs, output and the correct answer', async () => {
  const row = { question: 'Which city?', year: 5, correct_answer: ['Paris'] };
  const { requests } = await judge({ key: 'auto_ai_critique', output: { city: 'Rome' }, row, answers });
  expect(requests.map(({ body }) => [body['model'], body['messages']])).toEqual([
    [
      'gpt-6-luna',
      [
        {
          role: 'system',
          content:
            'You grade the output of an application. Compare it with the correct answer, where there is one, and give a whole number from 0, useless, to 10, as good as can be.',
        },
        {
          role: 'user',
          content:
            'Inputs: {"question":"Which city?","year":"5"}\n\nOutput: {"city":"Rome"}\n\nCorrect answer: ["Paris"]',
        },
      ],
    ],
  ]);
});

test('a row without an answer, and an empty output, are empty in the prompt', async () => {
  const { result, requests } = await judge({ key: 'auto_ai_critique', output: null, row: { question: 'q' }, answers });
  expect(result).toMatchObject({ value: 7, reason: 'ok' });
  const [, user] = (requests[0]?.body['messages'] ?? []) as readonly { readonly content: string }[];
  expect(user?.content).toBe('Inputs: {"question":"q"}\n\nOutput: \n\nCorrect answer: ');
});

test('output and answer have several names in a prompt', async () => {
  const content = '{output} {variant_output} {prediction} {ground_truth} {correct_answer} {question}';
  const settings = { prompt_template: [{ role: 'assistant', content }], correct_answer_key: 'testcase.wanted' };
  const row = { question: 'q', wanted: 'w', correct_answer: 'not this' };
  const { requests } = await judge({ key: 'auto_ai_critique', settings, output: 'o', row, answers });
  expect(requests[0]?.body['messages']).toEqual([{ role: 'assistant', content: 'o o o w w q' }]);
});

const MESSAGES =
  'prompt_template: Input should be messages, such as [{"role": "user", "content": "Score this: {{prediction}}"}]';

test.each<[Record<string, unknown>, string | null]>([
  [{ prompt_template: [{ role: 'user', content: 'x' }] }, null],
  [{ prompt_template: [{ role: 'user', content: 'x' }], votes: 1.5 }, 'votes: Input should be a whole number'],
  [{ prompt_template: [] }, MESSAGES],
  [{ prompt_template: [{ role: 'user', content: '' }] }, MESSAGES],
  [{ prompt_template: [{ role: 'tool', content: 'x' }] }, MESSAGES],
  [{ min_score: 1, max_score: 5 }, null],
  [{ max_score: 0 }, 'max_score: Input should be greater than min_score'],
  [{ votes: 0 }, 'votes: Input should be greater than or equal to 1'],
  [{ votes: 26 }, 'votes: Input should be less than or equal to 25'],
])('the settings %j have the problem %j', async (settings, problem) => {
  const checked = requireWorkingSettings('auto_ai_critique', settings).catch((error: unknown) => String(error));
  expect(await checked).toEqual(problem === null ? null : expect.stringContaining(`auto_ai_critique: ${problem}.`));
});

const COST = 0.25;
const MINI = { model: 'gpt-4o-mini' };

async function critique(answers: readonly ModelAnswer[], settings: Record<string, unknown> = MINI) {
  await using server = await startModelServer(answers);
  const tools = {
    ...NO_TOOLS,
    environment: async () => ({ OPENAI_BASE_URL: server.baseUrl }),
    priceModel: async () => COST,
  };
  const row = { question: 'What is the capital of France?', correct_answer: 'Paris' };
  const result = await runEvaluator('auto_ai_critique', { settings, output: 'Paris.', row, tools });
  return { result, requests: [...server.requests] };
}

test.each(['7', '```json\n{"score": 7}\n```', 'Score: 7/10'])('%j is understood as the score 7', async (content) => {
  const { result, requests } = await critique([{ content }]);
  expect([result.value, requests.length]).toEqual([7, 1]);
});

test('a score outside of the scale is an error that shows the answer, and is not asked for again', async () => {
  const { result, requests } = await critique([{ content: { explanation: 'great', score: 42 } }]);
  expect(result).toEqual({
    type: 'error',
    value: null,
    error: {
      message:
        'The score 42 is outside of its scale from 0 to 10, which min_score and max_score set. The model answered "{\\"explanation\\":\\"great\\",\\"score\\":42}".',
      stacktrace: null,
    },
    cost: COST,
    calls: 1,
  });
  expect(requests).toHaveLength(1);
});

test.each([
  [{}, '85/100', 8.5],
  [{ max_score: 100 }, '42', 42],
  [{ min_score: -1, max_score: 1 }, '-0,5', -0.5],
])('with the settings %j, the answer %j is %d', async (settings, content, score) => {
  const { result, requests } = await critique([{ content }], { ...MINI, ...settings });
  expect(result.value).toBe(score);
  const { min_score: low = 0, max_score: high = 10 }: { min_score?: number; max_score?: number } = settings;
  const sent = JSON.stringify(requests[0]?.body);
  expect(sent).toContain(`from ${low}, useless, to ${high}, as good as can be`);
  expect(sent).toContain(`From ${low} to ${high}.`);
});

test('the scale is the range of the metric', () => {
  const rangeOf = (settings: Record<string, unknown>) => findEvaluator('auto_ai_critique')?.range?.(settings);
  expect([rangeOf({}), rangeOf({ min_score: 1, max_score: 5 })]).toEqual([
    { low: 0, high: 10 },
    { low: 1, high: 5 },
  ]);
});

test('a judge votes as often as asked; the score is the mean, with the votes, their spread and reasons', async () => {
  const votes = [8, 5, 8].map((score) => ({ content: { explanation: `worth ${score}`, score } }));
  const { result, requests } = await critique(votes, { ...MINI, votes: 3 });
  expect(requests).toHaveLength(3);
  expect(result).toEqual({
    type: 'number',
    value: 7,
    votes: expect.arrayContaining([8, 5, 8]),
    spread: expect.closeTo(Math.sqrt(3), 12),
    reason: expect.stringContaining('5: worth 5'),
    cost: 3 * COST,
    calls: 3,
  });
});

test('an answer is an error with its cost when the structure is wrong every time', async () => {
  const { result } = await critique([{ content: { score: 'nine' } }]);
  expect(result).toEqual({
    type: 'error',
    value: null,
    error: {
      message: 'The answer of model gpt-4o-mini was not understood: "{\\"score\\":\\"nine\\"}".',
      stacktrace: null,
    },
    cost: 2 * COST,
    calls: 2,
  });
});

test('a reason is stored with the score, up to 4,000 characters', async () => {
  const reasonOf = async (explanation: string) =>
    (await critique([{ content: { explanation, score: 1 } }])).result.reason;
  expect(await reasonOf('')).toBeUndefined();
  expect(await reasonOf('x'.repeat(4000))).toBe('x'.repeat(4000));
  expect(await reasonOf('x'.repeat(4001))).toBe(`${'x'.repeat(4000)}…`);
});
