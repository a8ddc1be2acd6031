import { l as rougeL } from 'js-rouge';
import { expect, test } from 'vitest';
import { commonLength } from '../../../../../src/evaluation/evaluators/text/common-length.ts';

test.each([
  [[], [], 0],
  [['a'], [], 0],
  [['a', 'b', 'c'], ['b', 'c', 'a'], 2],
  [['a', 'a', 'b'], ['a', 'b', 'a', 'b'], 3],
  [['constructor', '__proto__'], ['__proto__', 'constructor'], 1],
])('%j and %j have %d words in common', (left, right, length) => {
  expect(commonLength(left, right)).toBe(length);
  expect(commonLength(right, left)).toBe(length);
});

/** An independent implementation, whose table has a cell for each pair of words. */
test('js-rouge computes the same F1', () => {
  const words = (count: number, step: number) => Array.from({ length: count }, (_, i) => `w${(i * i + step * i) % 17}`);
  for (let step = 1; step < 60; step += 1) {
    const [left, right] = [words(step, step), words(60 - step, 3 * step + 1)];
    const tools = { segmenter: (text: string) => [text], tokenizer: (text: string) => text.split(' ') };
    const f1 = (2 * commonLength(left, right)) / (left.length + right.length);
    expect(f1).toBeCloseTo(rougeL(left.join(' '), right.join(' '), tools), 12);
  }
});
