import { expect, test } from 'vitest';
import { prepareEvaluator, runEvaluator } from '../../../../src/evaluation/evaluators/prepare/prepare-evaluator.ts';
import { NO_TOOLS } from '../../../../src/evaluation/judges/evaluator-tools.ts';
import { readAnswer } from '../../../../src/service/evaluations/plan/read-answer.ts';

test.each([
  ['9007199254740993', '9007199254740993', true],
  ['9007199254740993', '9007199254740992', false],
  ['{"id":9007199254740993}', { id: '9007199254740993' }, true],
  ['{"id":9007199254740993}', { id: 9007199254740992 }, false],
  ['9007199254740992', '9007199254740992', true],
  ['[1.5, 7]', [1.5, 7], true],
])('a route that answers %s matches %j: %j', async (data, correct_answer, isMatch) => {
  const answer = readAnswer({ status: 200, text: `{"data": ${data}}`, retryAfter: null });
  const output = answer.kind === 'answered' ? answer.output : null;
  expect((await runEvaluator('auto_exact_match', { output, row: { correct_answer } })).value).toBe(isMatch);
});

test('an output of five million characters is compared in this process', async () => {
  const heavyWork = {
    score: async () => Promise.reject(new Error('computed elsewhere')),
    check: async () => null,
  };
  const output = 'x'.repeat(5_000_000);
  const row = { correct_answer: output };
  const valueOf = async (key: string, settings: Record<string, unknown>) =>
    (await prepareEvaluator(key, settings, { ...NO_TOOLS, heavyWork }).score({ output, row })).value;
  expect(await valueOf('auto_exact_match', {})).toBe(true);
  expect(await valueOf('auto_starts_with', { prefix: 'xx' })).toBe(true);
  expect(await valueOf('auto_contains', { substring: 'y' })).toBe(false);
  expect(await valueOf('auto_contains_json', {})).toBe(false);
});
