import { expect, test } from 'vitest';
import {
  evaluatorOfSpec,
  hasSettings,
  toSpecName,
} from '../../../../../src/evaluation/evaluators/settings/spec-name.ts';

test('a configuration is named after its evaluator and its settings', () => {
  expect(toSpecName('auto_exact_match', {})).toBe('exact_match');
  expect(toSpecName('auto_regex_test', { regex_pattern: '^a:b', regex_should_match: false })).toBe(
    'regex_test:regex_pattern=^a:b:regex_should_match=false',
  );
});

test.each([
  ['exact_match', 'exact_match', false],
  ['regex_test:regex_pattern=^a:b', 'regex_test', true],
  ['', '', false],
])('%j names the evaluator %j', (name, evaluator, isSpec) => {
  expect([evaluatorOfSpec(name), hasSettings(name)]).toEqual([evaluator, isSpec]);
});
