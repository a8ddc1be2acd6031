import { describe, expect, test } from 'vitest';
import { judge, MINI_COST } from '../../../../helpers/judge-answer.ts';

const MINI = { model: 'gpt-4o-mini' };

describe('factuality', () => {
  test.each([
    ['A', 0.4],
    ['B', 0.6],
    ['C', 1],
    ['D', 0],
    ['E', 1],
  ])('is worth what the choice %s is: %d', async (choice, value) => {
    const answers = [{ content: { reasons: '', choice } }];
    const { result } = await judge({ key: 'auto_factuality', settings: MINI, answers });
    expect(result).toEqual({
      type: 'number',
      value,
      reason: expect.stringMatching(/^[A-E]/),
      cost: expect.closeTo(MINI_COST, 12),
      calls: 1,
    });
  });

  test('is an error for an unknown choice, and for a row without the answer', async () => {
    const wrong = await judge({ key: 'auto_factuality', answers: [{ content: { reasons: '', choice: 'F' } }] });
    const missing = await judge({ key: 'auto_factuality', row: { question: 'q' }, answers: [] });
    expect([wrong.result.type, missing.result.error?.message]).toEqual([
      'error',
      'The test set has no column "correct_answer" for the expected answer. Its columns: "question".',
    ]);
  });
});
