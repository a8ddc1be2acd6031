import { describe, expect, test } from 'vitest';
import { judge, ROW } from '../../../../helpers/judge-answer.ts';

describe('semantic similarity', () => {
  const similar = (vectors: readonly (readonly number[])[], row: Record<string, unknown> = ROW, output = 'Paris.') =>
    judge({ key: 'auto_semantic_similarity', output, row, answers: [{ vectors, usage: { prompt_tokens: 1000 } }] });

  // Rotations of known angles: 0, 60, 90 and 180 degrees, at lengths that are not 1.
  test.each([
    [
      [
        [2, 0],
        [5, 0],
      ],
      1,
    ],
    [
      [
        [1, 0],
        [1, Math.sqrt(3)],
      ],
      0.5,
    ],
    [
      [
        [1, 0],
        [0, 3],
      ],
      0,
    ],
    [
      [
        [1, 1],
        [-2, -2],
      ],
      -1,
    ],
  ])('of %j is %d', async (vectors, value) => {
    const { result } = await similar(vectors);
    // 1,000 tokens at 0.02 USD a million. @source openai.com/api/pricing, text-embedding-3-small
    const cost = expect.closeTo(2e-5, 12);
    expect(result).toEqual({ type: 'number', value: expect.closeTo(value, 12), cost, calls: 1 });
  });

  test('of equal texts is 1 and of an empty one 0, without a model', async () => {
    const same = await similar([], ROW, 'Paris');
    const empty = await similar([], ROW, ' ');
    expect([same.result, empty.result, same.requests, empty.requests]).toEqual([
      { type: 'number', value: 1 },
      { type: 'number', value: 0 },
      [],
      [],
    ]);
  });

  test.each([[[[1, 0]]], [[[1, 0], [1]]]])('is an error for other vectors than requested: %j', async (vectors) => {
    const { result } = await similar(vectors);
    expect(result.error?.message).toContain('other vectors than requested');
  });
});
