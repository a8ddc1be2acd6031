import { expect, test } from 'vitest';
import { combineVotes } from '../../../../src/evaluation/evaluators/models/judge-with-model.ts';
import { fillIn } from '../../../../src/evaluation/evaluators/models/ai-critique.ts';
import * as z from 'zod';
import { readJson } from '../../../../src/evaluation/judges/find-json.ts';
import { readScore } from '../../../../src/evaluation/judges/read-score.ts';
import { readChoice } from '../../../../src/evaluation/judges/read-verdict.ts';
import { errorResult, numberResult } from '../../../../src/evaluation/results/create-result.ts';

const TEN = { low: 0, high: 10 };

test.each([
  ['7', 7, ''],
  [' 7.5\n', 7.5, ''],
  ['7,5', 7.5, ''],
  ['0,875', 0.875, ''],
  ['**7**', 7, ''],
  ['-1', -1, ''],
  ['42', 42, ''],
  ['.5', 0.5, ''],
  ['7/10', 7, ''],
  ['7,5/10', 7.5, ''],
  ['85/100', 8.5, ''],
  ['29 / 100', 2.9, ''],
  ['4/5', 8, ''],
  ['85%', 8.5, ''],
  ['7,5 %', 0.75, ''],
  ['7 out of 10.', 7, ''],
  ['8 of 10', 8, ''],
  ['85 out of 100', 8.5, ''],
  ['Score: 7', 7, ''],
  ['score = 7', 7, ''],
  ['The score is 7.', 7, 'The score is 7.'],
  ['**Score:** 7/10', 7, ''],
  ['Score: 7/10 (70%)', 7, 'Score: 7/10 (70%)'],
  ['Score: 7/10\nScore: 70%', 7, 'Score: 70%'],
  ['Score (0-10): 7', 7, ''],
  ['Score (0-100): 9', 0.9, ''],
  ['Score (out of 100): 85', 8.5, ''],
  ['On a scale of 1 to 100:\nScore: 9', 0.9, 'On a scale of 1 to 100:'],
  ['Rating: 7\n\nShort, but right.', 7, 'Short, but right.'],
  ['7\nShort, but right.', 7, 'Short, but right.'],
  ['Short, but right.\n\nScore: 7\nScore: 7', 7, expect.any(String)],
  ['```\n7\n```', 7, ''],
  ['```json\n{"score": 7, "explanation": "right"}\n```', 7, 'right'],
  ['Here you are: {"Score": "7", "reasoning": "right"} Good luck!', 7, 'right'],
  ['{"score": "7,5", "explanation": ""}', 7.5, ''],
  ['{"score": "85/100"}', 8.5, ''],
  ['{"score": "85%"}', 8.5, ''],
  ['{"score": 85, "max_score": 100}', 8.5, ''],
  ['{"score": 7, "grade": "B"}', 7, ''],
  ['{"evaluation": {"score": 7, "reason": "right"}}', 7, 'right'],
  ['[{"score": 7}]', 7, ''],
  ['{"score": 7, "explanation": "cut off', 7, expect.any(String)],
  ['{"score": 7}', 7, ''],
  ['The output {"team": "billing"} is right.\nScore: 7', 7, 'The output \n is right.'],
  ['The set {a, b} is {"score": 7}.', 7, ''],
  ['<think>Is {x} a {"score": 3}?</think>{"score": 7, "explanation": "right"}', 7, 'right'],
  ['<think>\nScore: 3\n</think>\n\nScore: 7', 7, ''],
  ['<Thinking>a <think>b</think> {"score": 3}</Thinking>\n7', 7, ''],
  ['Well, {"score": 3}? No.\n</think>\n{"score": 7}', 7, ''],
  ['[THINK]3[/THINK]7', 7, ''],
  ['<|channel|>analysis<|message|>{"score": 3}<|end|><|channel|>final<|message|>{"score": 7}<|return|>', 7, ''],
  ['{"score": 7, "explanation": "It prints <think>{}"}', 7, 'It prints <think>{}'],
] as const)('%j is the score %d of 10', (content, score, reason) => {
  expect(readScore(content, TEN)).toEqual({ score, reason });
});

test.each([
  '',
  'seven',
  'I like it',
  'There are 3 mistakes.',
  'Score: 7 for style\nScore: 3 for content',
  '7\n8',
  '7-8',
  'Score: 7-8',
  'Score: 7 – 8/10',
  'Score: 7 or 8',
  'Score: 7 to 8',
  'Score: 7 out of 10 or 11',
  'Score: 7, 8',
  '7,5,3',
  '7.5.3',
  '1,000',
  '7:30',
  'Score: 7 ± 1',
  'Score: 7/0',
  'score: 7a',
  '{"score": "nine"}',
  '{"score": "nine", "rating": 7}',
  '{"score": null, "explanation": "A score: 3 would be harsh"}',
  '{"score": 7, "rating": 3}',
  '{"score": 1e999}',
  '{"style": {"score": 7}, "content": {"score": 3}}',
  '{"score": 7} {"score": 3}',
  '{"score": 7}\nScore: 3',
  '{"explanation": "good", "score": 1',
  '<think>{"score": 7}',
  '<think>Perhaps 7.\nScore: 7',
  'Score: 1e5',
  'the 7 dwarfs',
])('%j is no clear score', (content) => {
  expect(readScore(content, TEN)).toBeUndefined();
});

test('a share of another maximum stands only on a scale from 0', () => {
  expect(readScore('4/5', { low: 1, high: 5 })).toEqual({ score: 4, reason: '' });
  expect(readScore('8/10', { low: 1, high: 5 })).toBeUndefined();
  expect(readScore('80%', { low: 1, high: 5 })).toBeUndefined();
  expect(readScore('80%', { low: 0, high: 1 })).toEqual({ score: 0.8, reason: '' });
});

test('an endless answer is read in bounded time', () => {
  for (const part of ['[', '{', 'score(', 'score ', '\n', '<think>', 'scale of 1 ', ' ']) {
    expect(readScore(`7 is${part.repeat(100_000)}x`, TEN)).toBeUndefined();
  }
  expect(readScore(`${'<think>'.repeat(30_000)}${'</think>'.repeat(30_000)}7`, TEN)).toEqual({ score: 7, reason: '' });
});

test.each([
  ['C', 'C'],
  ['(B)', 'B'],
  ['choice: d', 'D'],
  ['Answer: **A**', 'A'],
  ['{"choice": "E", "reasons": "same"}', 'E'],
  ['{"choice": "e: no difference"}', 'E'],
  ['<think>{A} or {"choice": "D"}</think>{"choice": "E"}', 'E'],
  ['```json\n{"reasons": "same", "choice": "E"}\n```', 'E'],
] as const)('%j is the choice %s', (content, choice) => {
  expect(readChoice(content, 'ABCDE')?.choice).toBe(choice);
});

test.each(['score', 'rating', 'grade', 'Score'])('a score may be called %s', (name) => {
  expect(readScore(`{"${name}": 7}`, TEN)).toEqual({ score: 7, reason: '' });
  expect(readScore(`Right.\n${name}: 7`, TEN)).toEqual({ score: 7, reason: 'Right.' });
});

test.each(['choice', 'answer', 'verdict', 'Verdict'])('a choice may be called %s', (name) => {
  expect(readChoice(`{"${name}": "B"}`, 'AB')).toEqual({ choice: 'B', reason: '' });
  expect(readChoice(`Right.\n${name}: b`, 'AB')).toEqual({ choice: 'B', reason: 'Right.' });
});

test.each(['explanation', 'reason', 'reasons', 'reasoning', 'rationale', 'justification'])(
  'a reason may be called %s',
  (name) => {
    expect(readScore(`{"score": 7, "${name}": " right "}`, TEN)).toEqual({ score: 7, reason: 'right' });
    expect(readChoice(`{"choice": "B", "${name}": 5}`, 'AB')).toEqual({ choice: 'B', reason: '' });
  },
);

test('a sentence with a score is part of the reason, and so are lines before and after', () => {
  const content = 'It is short.\nThe score is 7, because it is right.\nGrade: 7/10';
  expect(readScore(content, TEN)).toEqual({ score: 7, reason: content });
  expect(readScore('Good.\n\n7 / 10\n\nBye.', TEN)).toEqual({ score: 7, reason: 'Good.\n\n\nBye.' });
});

test.each(['', 'F', 'Answer: Both agree', 'A\nB', '{"choice": "AB"}', '{"choice": "A"}\nB', 'A good answer'])(
  '%j is no clear choice',
  (content) => {
    expect(readChoice(content, 'ABCDE')).toBeUndefined();
  },
);

const Value = z.union([z.object({ a: z.unknown() }), z.array(z.number())]);

test.each<[string, unknown]>([
  ['```json\n[1, 3]\n```', [1, 3]],
  ['Sure: {"a": [1]}.', { a: [1] }],
  ['[1] or {"a": 1}', { a: 1 }],
  ['{ and [2]', [2]],
  ['{a} and [2]', [2]],
  ['{b} {"a": "}"} {"b": 1}', { a: '}' }],
  ['{"a": 1} {"a": 1}', { a: 1 }],
  ['{"a": 1} {"a": 2}', undefined],
  ['<think>{"a": 1}</think>{"a": 2}', { a: 2 }],
  ['} {', undefined],
  ['nothing', undefined],
])('the JSON in %j is %j', (content, value) => {
  expect(readJson(content, Value)).toEqual(value);
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
