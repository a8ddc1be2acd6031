import { expect, test } from 'vitest';
import { NO_TOOLS } from '../../../../src/evaluation/judges/evaluator-tools.ts';
import { runEvaluator } from '../../../../src/evaluation/evaluators/prepare/run-evaluator.ts';
import { requireWorkingSettings } from '../../../../src/evaluation/evaluators/settings/require-working-settings.ts';
import { type ModelAnswer, startModelServer } from '../../../helpers/start-model-server.ts';

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

test.each(['7', '```json\n{"score": 7}\n```', 'Score: 7/10'])('understands %j', async (content) => {
  const { result, requests } = await critique([{ content }]);
  expect([result.value, requests.length]).toEqual([7, 1]);
});

test('votes as often as asked; the score is the mean, with the votes, their spread and reasons', async () => {
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

test.each([0, 2.5, 26])('%d votes are refused', async (votes) => {
  await expect(requireWorkingSettings('auto_ai_critique', { votes })).rejects.toThrow(/votes/);
});

test('is an error with its cost when the structure is wrong every time', async () => {
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
