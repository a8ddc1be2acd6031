import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Result } from '../../src/contract/evaluations/result.ts';
import { aggregateScores } from '../../src/evaluation/results/create-result.ts';
import { canonicalJson, cellKeys } from '../../src/evaluation/hashing/content-keys.ts';
import { EVALUATORS } from '../../src/evaluation/evaluators/catalogue/evaluators.ts';
import { runEvaluator } from '../../src/evaluation/evaluators/prepare/prepare-evaluator.ts';

const judge = async (
  key: string,
  output: unknown,
  expected: unknown,
  settings: Record<string, unknown> = {},
): Promise<Result['value']> => (await runEvaluator(key, { output, row: { correct_answer: expected }, settings })).value;

/** Settings with which every evaluator can judge. */
const SETTINGS: Readonly<Record<string, Record<string, unknown>>> = {
  auto_contains: { substring: 'a' },
  auto_contains_any: { substrings: 'a,b' },
  auto_contains_all: { substrings: 'a,b' },
  auto_starts_with: { prefix: 'a' },
  auto_ends_with: { suffix: 'a' },
  auto_regex_test: { regex_pattern: 'a+' },
  field_match_test: { json_field: 'a.b' },
  auto_json_schema: { schema: '{"type":"object"}' },
  auto_custom_code_run: { code: 'x' },
  auto_jsonata: { expression: 'a = $row.correct_answer' },
};

/** Evaluators that need no model. */
const LOCAL = EVALUATORS.filter(
  ({ key, requires_llm_api_keys }) => requires_llm_api_keys !== true && key !== 'auto_webhook_test',
);

test('every evaluator returns a bool, a number or an error for any output, and never throws', async () => {
  const anything = fc.oneof(fc.string(), fc.jsonValue(), fc.constant(undefined));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...LOCAL), anything, anything, async ({ key }, output, expected) => {
      const settings = SETTINGS[key] ?? {};
      const result = await runEvaluator(key, { output, row: { correct_answer: expected }, settings });
      expect(['bool', 'number', 'error']).toContain(result.type);
      expect(typeof result.value).toBe({ bool: 'boolean', number: 'number', error: 'object' }[result.type]);
      if (result.type === 'error') expect(result.error?.message).not.toBe('');
    }),
  );
});

test('any text matches itself', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), async (text) => {
      expect(await judge('auto_exact_match', text, text)).toBe(true);
      expect(await judge('auto_similarity_match', text, text)).toBe(true);
      expect(await judge('auto_levenshtein_distance', text, text)).toBe(0);
    }),
  );
});

test('the distance of two texts is the same both ways, and none above the longer one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.string(), async (a, b) => {
      const there = await judge('auto_levenshtein_distance', a, b);
      expect(there).toBe(await judge('auto_levenshtein_distance', b, a));
      expect(there).toBeLessThanOrEqual(Math.max(a.length, b.length));
      expect(there).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
    }),
  );
});

test('a text contains each of its parts, and starts and ends with its ends', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.string({ minLength: 1 }), fc.string(), async (before, part, after) => {
      expect(await judge('auto_contains', before + part + after, '', { substring: part })).toBe(true);
      expect(await judge('auto_starts_with', part + after, '', { prefix: part })).toBe(true);
      expect(await judge('auto_ends_with', before + part, '', { suffix: part })).toBe(true);
    }),
  );
});

test('the share of agreeing fields lies between 0 and 1, and is 1 for the same JSON', async () => {
  const json = fc.dictionary(fc.string(), fc.jsonValue());
  await fc.assert(
    fc.asyncProperty(json, json, fc.boolean(), async (a, b, predict_keys) => {
      const share = await judge('auto_json_diff', a, b, { predict_keys });
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(1);
      expect(await judge('auto_json_diff', JSON.stringify(a), a, { predict_keys })).toBe(1);
    }),
  );
});

test('canonical JSON is JSON of the same value, whatever the order of keys', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const plain: unknown = JSON.parse(JSON.stringify(value));
      const text = canonicalJson(plain);
      expect(JSON.parse(text)).toEqual(plain);
      expect(canonicalJson(reversed(plain))).toBe(text);
    }),
  );
});

test('two inputs have the same key only if they are equal', () => {
  const key = cellKeys({ code: 'x', route: '/', config: {} });
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), (a, b) => {
      expect(key(a, 0) === key(b, 0)).toBe(canonicalJson(a) === canonicalJson(b));
    }),
  );
});

test('a mean lies between the lowest and the highest score', () => {
  const scores = fc.array(fc.oneof(fc.boolean().map(Number), fc.double({ noNaN: true, min: -1e6, max: 1e6 })), {
    minLength: 1,
  });
  fc.assert(
    fc.property(scores, (values) => {
      const mean = values.reduce((total, value) => total + value, 0) / values.length;
      const { type, value } = aggregateScores({ count: values.length, missing: 0, mean });
      expect(type).toBe('number');
      expect(value).toBeGreaterThanOrEqual(Math.min(...values) - 1e-6);
      expect(value).toBeLessThanOrEqual(Math.max(...values) + 1e-6);
    }),
  );
});

/** The same value with the keys of each object in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toReversed();
  return Object.fromEntries(entries.map(([key, entry]) => [key, reversed(entry)]));
}
