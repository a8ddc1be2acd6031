import { readFileSync } from 'node:fs';
import { l as jsRougeL } from 'js-rouge';
import { describe, expect, test } from 'vitest';
import { runEvaluator } from '../../../../../src/evaluation/evaluators/prepare/prepare-evaluator.ts';

const score = async (key: string, output: string, correct_answer: string) =>
  (await runEvaluator(key, { output, row: { correct_answer } })).value;

const readPairs = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../../fixtures/texts/${name}`, import.meta.url), 'utf8'),
  ) as readonly (readonly [string, string, number])[];

describe('the edit distance', () => {
  // Written by test/fixtures/texts/distances.py, with the distances of rapidfuzz.
  test('is that of rapidfuzz, in code points', async () => {
    const pairs = readPairs('distances.json');
    expect(pairs.length).toBeGreaterThan(150);
    for (const [output, expected, distance] of pairs) {
      expect(await score('auto_levenshtein_distance', output, expected), `${output} ${expected}`).toBe(distance);
    }
  });

  test('takes half of a surrogate pair for a character', async () => {
    expect(await score('auto_levenshtein_distance', '\ud83d', '😀')).toBe(1);
    expect(await score('auto_levenshtein_distance', 'a\ude00', 'a\ude00')).toBe(0);
  });

  test('of texts with too many different characters is an error', async () => {
    const output = Array.from({ length: 0x10_001 }, (_, index) => String.fromCodePoint(0x1_0000 + index)).join('');
    const result = await runEvaluator('auto_levenshtein_distance', { output, row: { correct_answer: '' } });
    expect(result.error?.message).toBe('The texts have more than 65,536 different characters.');
  });

  test.each([
    ['kitten', 'sitting', 3, true],
    ['kitten', 'sitting', 2, false],
    ['a', 'aaaa', 3, true],
    ['aaaa', 'a', 2, false],
    ['a', 'a', 0, true],
    ['a', 'b', 0, false],
  ])('of %j from %j is within %d: %s', async (output, correct_answer, threshold, value) => {
    const settings = { threshold };
    const result = await runEvaluator('auto_levenshtein_distance', { settings, output, row: { correct_answer } });
    expect(result).toEqual({ type: 'bool', value });
  });
});

describe('ROUGE-L', () => {
  // Written by test/fixtures/texts/rouge.py, with the scores of Google's rouge_score.
  test('is that of rouge_score', async () => {
    const pairs = readPairs('rouge.json');
    expect(pairs.length).toBeGreaterThan(120);
    for (const [output, expected, rouge] of pairs) {
      expect(await score('auto_rouge_l', output, expected), `${output} | ${expected}`).toBeCloseTo(rouge, 12);
    }
  });

  /** An independent implementation, whose table has a cell for each pair of words. */
  test('is the F1 of js-rouge', async () => {
    const words = (count: number, step: number) =>
      Array.from({ length: count }, (_, i) => `w${(i * i + step * i) % 17}`).join(' ');
    for (let step = 1; step < 60; step += 1) {
      const [left, right] = [words(step, step), words(60 - step, 3 * step + 1)];
      const tools = { segmenter: (text: string) => [text], tokenizer: (text: string) => text.split(' ') };
      expect(await score('auto_rouge_l', left, right)).toBeCloseTo(jsRougeL(left, right, tools), 12);
    }
  });

  test('of texts without words is 0, and neither case nor punctuation counts', async () => {
    expect(await score('auto_rouge_l', '…', 'a')).toBe(0);
    expect(await score('auto_rouge_l', 'a', '!')).toBe(0);
    expect(await score('auto_rouge_l', 'A-b', 'a b')).toBe(1);
  });
});
