import { expect, test } from 'vitest';
import { combineVotes } from '../../../../src/evaluation/evaluators/models/judge-with-model.ts';
import { fillIn } from '../../../../src/evaluation/evaluators/models/ai-critique.ts';
import { readChoice, readJson, readScore } from '../../../../src/evaluation/judges/read-verdict.ts';
import { errorResult, numberResult } from '../../../../src/evaluation/results/create-result.ts';

test.each([
  ['7', 7, ''],
  [' 7.5\n', 7.5, ''],
  ['**7**', 7, ''],
  ['-1', -1, ''],
  ['.5', 0.5, ''],
  ['7/10', 7, ''],
  ['7 out of 10.', 7, ''],
  ['Score: 7', 7, ''],
  ['score = 7', 7, ''],
  ['The score is 7.', 7, 'The score is 7.'],
  ['**Score:** 7/10', 7, ''],
  ['Score (0-10): 7', 7, ''],
  ['Rating: 7\n\nShort, but right.', 7, 'Short, but right.'],
  ['7\nShort, but right.', 7, 'Short, but right.'],
  ['Short, but right.\n\nScore: 7\nScore: 7', 7, expect.any(String)],
  ['```\n7\n```', 7, ''],
  ['```json\n{"score": 7, "explanation": "right"}\n```', 7, 'right'],
  ['Here you are: {"Score": "7", "reasoning": "right"} Good luck!', 7, 'right'],
  ['{"score": 7, "explanation": "cut off', 7, expect.any(String)],
  ['{"score": 7}', 7, ''],
] as const)('%j is the score %d', (content, score, reason) => {
  expect(readScore(content)?.score).toBe(score);
  expect(readScore(content)?.reason).toEqual(reason);
});

test.each([
  '',
  'seven',
  'I like it',
  'There are 3 mistakes.',
  'Score: 7 for style\nScore: 3 for content',
  '7\n8',
  'Score: 70%',
  'score: 7a',
  '{"score": "nine"}',
  '{"score": 1e999}',
  'Score: 1e5',
  'the 7 dwarfs',
])('%j is no clear score', (content) => {
  expect(readScore(content)).toBeUndefined();
});

test.each([
  ['C', 'C'],
  ['(B)', 'B'],
  ['choice: d', 'D'],
  ['Answer: **A**', 'A'],
  ['{"choice": "E", "reasons": "same"}', 'E'],
  ['```json\n{"reasons": "same", "choice": "E"}\n```', 'E'],
] as const)('%j is the choice %s', (content, choice) => {
  expect(readChoice(content, 'ABCDE')?.choice).toBe(choice);
});

test.each(['score', 'rating', 'grade', 'Score'])('a score may be called %s', (name) => {
  expect(readScore(`{"${name}": 7}`)).toEqual({ score: 7, reason: '' });
  expect(readScore(`Right.\n${name}: 7`)).toEqual({ score: 7, reason: 'Right.' });
});

test.each(['choice', 'answer', 'verdict', 'Verdict'])('a choice may be called %s', (name) => {
  expect(readChoice(`{"${name}": "B"}`, 'AB')).toEqual({ choice: 'B', reason: '' });
  expect(readChoice(`Right.\n${name}: b`, 'AB')).toEqual({ choice: 'B', reason: 'Right.' });
});

test.each(['explanation', 'reason', 'reasons', 'reasoning', 'rationale', 'justification'])(
  'a reason may be called %s',
  (name) => {
    expect(readScore(`{"score": 7, "${name}": " right "}`)).toEqual({ score: 7, reason: 'right' });
    expect(readChoice(`{"choice": "B", "${name}": 5}`, 'AB')).toEqual({ choice: 'B', reason: '' });
  },
);

test('a sentence with a score is part of the reason, and so are lines before and after', () => {
  const content = 'It is short.\nThe score is 7, because it is right.\nGrade: 7/10';
  expect(readScore(content)).toEqual({ score: 7, reason: content });
  expect(readScore('Good.\n\n7 / 10\n\nBye.')).toEqual({ score: 7, reason: 'Good.\n\n\nBye.' });
});

test.each(['', 'F', 'Answer: Both agree', 'A\nB', '{"choice": "AB"}', 'A good answer'])(
  '%j is no clear choice',
  (content) => {
    expect(readChoice(content, 'ABCDE')).toBeUndefined();
  },
);

test('JSON is found with or without a fence or text around it', () => {
  expect(readJson('```json\n[1, 3]\n```')).toEqual([1, 3]);
  expect(readJson('Sure: {"a": [1]}.')).toEqual({ a: [1] });
  expect(readJson('[1] or {"a": 1}')).toEqual({ a: 1 });
  expect(readJson('{ and [2]')).toEqual([2]);
  expect(readJson('{a} and [2]')).toEqual([2]);
  expect(readJson('} {')).toBeUndefined();
  expect(readJson('nothing')).toBeUndefined();
});

const vote = (value: number, reason = '') => ({ ...numberResult(value), reason });

test('one vote is the result', () => {
  expect(combineVotes([vote(7, 'right')])).toEqual({ type: 'number', value: 7, reason: 'right' });
  expect(combineVotes([errorResult('boom')])).toEqual(errorResult('boom'));
});

test('several votes are their mean, with the votes, their standard deviation and reasons', () => {
  // The sample standard deviation of 2, 4 and 9: squares of -3, -1 and 4 add up to 26, by 2 is 13.
  expect(combineVotes([vote(2, 'poor'), vote(4), vote(9, 'good')])).toEqual({
    type: 'number',
    value: 5,
    votes: [2, 4, 9],
    spread: expect.closeTo(Math.sqrt(13), 12),
    reason: '2: poor\n9: good',
  });
});

test('a vote that was not understood is left out, if most were', () => {
  expect(combineVotes([vote(2), errorResult('boom'), vote(4)])).toMatchObject({ value: 3, votes: [2, 4] });
  expect(combineVotes([vote(2), errorResult('boom')])).toEqual(errorResult('1 of 2 votes failed: boom'));
  expect(combineVotes([errorResult('a'), errorResult('b'), vote(1)])).toEqual(errorResult('2 of 3 votes failed: a'));
});

test.each([
  ['{{a}} {a} {{ a }}', '1 1 1'],
  ['{ a }', '{ a }'],
  ['{b}{{b}}', '{a}{a}'],
  ['{{c}} {c} {toString}', '{{c}} {c} {toString}'],
  ['{"a": 1}', '{"a": 1}'],
  ['{{{a}}}', '{1}'],
  ['{empty}.', '.'],
])('%s becomes %s', (template, text) => {
  expect(fillIn(template, { a: '1', b: '{a}', empty: '' })).toBe(text);
});
