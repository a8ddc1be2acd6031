import { expect, test } from 'vitest';
import { aiCritique } from '../../../../../src/evaluation/evaluators/models/ai-critique.ts';
import { judge } from '../../../../helpers/judge-answer.ts';

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

test.each<[Record<string, unknown>, object | null]>([
  [{ prompt_template: [{ role: 'user', content: 'x' }] }, null],
  [
    { prompt_template: [{ role: 'user', content: 'x' }], votes: 1.5 },
    { setting: 'votes', message: 'Input should be a whole number' },
  ],
  [{ prompt_template: [] }, refused()],
  [{ prompt_template: [{ role: 'user', content: '' }] }, refused()],
  [{ prompt_template: [{ role: 'tool', content: 'x' }] }, refused()],
  [{ prompt_template: 'Score this' }, refused()],
])('the settings %j are checked', async (settings, problem) => {
  expect(await aiCritique.check?.(settings)).toEqual(problem);
});

function refused() {
  const message = 'Input should be messages, such as [{"role": "user", "content": "Score this: {{prediction}}"}]';
  return { setting: 'prompt_template', message };
}
