import { expect, test } from 'vitest';
import {
  checkVotes,
  inputsOf,
  reasonedResult,
  VOTES,
  votesOf,
} from '../../../../../src/evaluation/evaluators/models/judge-settings.ts';

test('a judge votes once, unless its settings say how often', () => {
  expect([votesOf({}), votesOf({ votes: '3' }), votesOf({ votes: 3 })]).toEqual([1, 1, 3]);
  expect([VOTES.default, VOTES.min, VOTES.max]).toEqual([1, 1, 25]);
});

test('votes are whole numbers', async () => {
  expect(await checkVotes({ votes: 2 })).toBeNull();
  expect(await checkVotes({ votes: 1.5 })).toEqual({ setting: 'votes', message: 'Input should be a whole number' });
});

test('a reason is stored with the score, up to 4,000 characters', () => {
  expect(reasonedResult(0.5, '')).toEqual({ type: 'number', value: 0.5 });
  expect(reasonedResult(1, 'Fine.')).toEqual({ type: 'number', value: 1, reason: 'Fine.' });
  expect(reasonedResult(1, 'x'.repeat(4000)).reason).toBe('x'.repeat(4000));
  expect(reasonedResult(1, 'x'.repeat(4001)).reason).toBe(`${'x'.repeat(4000)}…`);
});

test('a judge does not see the expected answer among the inputs', () => {
  const row = { question: 'The sea?', colour: 'blue', size: 3 };
  expect(inputsOf(row, { correct_answer_key: 'colour' })).toEqual({ question: 'The sea?', size: '3' });
});
