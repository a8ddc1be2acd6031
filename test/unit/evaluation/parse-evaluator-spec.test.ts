import { expect, test } from 'vitest';
import { parseEvaluatorSpec } from '../../../src/evaluation/parse-evaluator-spec.ts';

test.each([
  ['exact_match', [{ key: 'auto_exact_match', settings: {} }]],
  [
    'exact_match, levenshtein_distance:threshold=3',
    [
      { key: 'auto_exact_match', settings: {} },
      { key: 'auto_levenshtein_distance', settings: { threshold: 3 } },
    ],
  ],
  [
    'contains:substring=Hello:case_sensitive=false',
    [{ key: 'auto_contains', settings: { substring: 'Hello', case_sensitive: false } }],
  ],
  ['contains_any:substrings=a\\,b', [{ key: 'auto_contains_any', settings: { substrings: 'a,b' } }]],
  ['regex:regex_pattern=(?:a|b)=\\d', [{ key: 'auto_regex_test', settings: { regex_pattern: '(?:a|b)=\\d' } }]],
  ['contains:substring=to\\:x=1', [{ key: 'auto_contains', settings: { substring: 'to:x=1' } }]],
  ['contains:substring=a=b', [{ key: 'auto_contains', settings: { substring: 'a=b' } }]],
])('%s is read', (text, specs) => {
  expect(parseEvaluatorSpec(text)).toEqual(specs);
});

test.each([
  ['', 'No evaluator is named.'],
  [' , ', 'No evaluator is named.'],
  ['exact_match:colour=red', 'auto_exact_match has no setting "colour". It has: correct_answer_key.'],
  ['contains_json:colour=red', 'auto_contains_json has no setting "colour". It has: none.'],
  ['contains', 'The settings of auto_contains are not valid: substring: Field required.'],
  [
    'levenshtein_distance:threshold=far',
    'The settings of auto_levenshtein_distance are not valid: threshold: Input should be a valid number.',
  ],
  [
    'contains:substring=a:case_sensitive=1',
    'The settings of auto_contains are not valid: case_sensitive: Input should be a valid boolean.',
  ],
])('%j is refused', (text, message) => {
  expect(() => parseEvaluatorSpec(text)).toThrow(message);
});

test('a comma that was meant for a value is told apart from an evaluator', () => {
  expect(() => parseEvaluatorSpec('contains_any:substrings=a,b')).toThrow(/No evaluator is called "b"/);
});
