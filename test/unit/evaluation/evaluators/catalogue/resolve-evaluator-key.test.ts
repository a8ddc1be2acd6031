import { expect, test } from 'vitest';
import { resolveEvaluatorKey } from '../../../../../src/evaluation/evaluators/catalogue/resolve-evaluator-key.ts';

test.each([
  ['auto_exact_match', 'auto_exact_match'],
  ['exact_match', 'auto_exact_match'],
  ['regex', 'auto_regex_test'],
  ['regex_test', 'auto_regex_test'],
  ['field_match', 'field_match_test'],
  ['levenshtein_distance', 'auto_levenshtein_distance'],
])('%s means %s', (name, key) => {
  expect(resolveEvaluatorKey(name)).toBe(key);
});

test.each([
  ['exact_mach', /Did you mean exact_match\?/],
  ['levenshtein', /Did you mean levenshtein_distance\?/],
  ['vibes', /Available: exact_match, contains, /],
])('%s is refused with the existing keys', (name, message) => {
  expect(() => resolveEvaluatorKey(name)).toThrow(message);
});
