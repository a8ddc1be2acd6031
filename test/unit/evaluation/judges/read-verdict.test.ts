import { expect, test } from 'vitest';
import { readChoice, readJson, readScore } from '../../../../src/evaluation/judges/read-verdict.ts';

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
