import { expect, test } from 'vitest';
import type { EvaluatorSetting } from '../../../../../src/contract/evaluators/evaluator.ts';
import { EVALUATORS, findEvaluator } from '../../../../../src/evaluation/evaluators/catalogue/evaluators.ts';
import { parseEvaluatorSettings } from '../../../../../src/evaluation/evaluators/settings/parse-evaluator-settings.ts';

const parse = (key: string, settings: Record<string, unknown> | null) => {
  const definition = findEvaluator(key);
  if (definition === undefined) throw new Error(`no evaluator ${key}`);
  return parseEvaluatorSettings(definition.evaluator, settings, ['body', 'settings_values']);
};

test('defaults are filled in', () => {
  expect(parse('auto_similarity_match', null)).toEqual({
    ok: true,
    settings: { similarity_threshold: 0.5, correct_answer_key: 'correct_answer' },
  });
});

test('a null setting counts as absent', () => {
  expect(parse('auto_levenshtein_distance', { threshold: null })).toEqual({
    ok: true,
    settings: { correct_answer_key: 'correct_answer' },
  });
});

test.each([
  ['auto_similarity_match', { similarity_threshold: 2 }, 'similarity_threshold', 'less_than_equal'],
  ['auto_similarity_match', { similarity_threshold: '0.5' }, 'similarity_threshold', 'number_type'],
  ['auto_levenshtein_distance', { threshold: -1 }, 'threshold', 'greater_than_equal'],
  ['auto_contains', {}, 'substring', 'missing'],
  ['auto_contains', { substring: '' }, 'substring', 'too_short'],
  ['auto_contains', { substring: 'a', case_sensitive: 'yes' }, 'case_sensitive', 'boolean_type'],
  ['auto_regex_test', { regex_pattern: '(' }, 'regex_pattern', 'value_error'],
  ['auto_exact_match', { surprise: 1 }, 'surprise', 'extra_forbidden'],
])('%s refuses %j with its location', (key, settings, field, type) => {
  const parsed = parse(key, settings);
  expect(parsed.ok ? 'accepted' : parsed.items.map((item) => [item.loc, item.type])).toEqual([
    [['body', 'settings_values', field], type],
  ]);
});

test.each(EVALUATORS)("the defaults of $key pass the evaluator's own template", ({ key, settings_template }) => {
  const entries = Object.entries(settings_template);
  const settings = entries.map(([name, setting]) => [name, setting.default ?? requiredValue(setting)]);
  expect(parse(key, Object.fromEntries(settings))).toMatchObject({ ok: true });
});

/** Returns a value that a required setting may have; `null` for one that may be left out. */
function requiredValue({ required, type, min = 1 }: EvaluatorSetting): unknown {
  if (required !== true) return null;
  return type === 'number' ? min : 'x';
}

test('a text has up to 100,000 characters, and a longer pattern is not compiled', () => {
  const messagesOf = (key: string, settings: Record<string, unknown>) => {
    const parsed = parse(key, settings);
    return parsed.ok ? null : parsed.items.map(({ msg }) => msg);
  };
  const [longest, longer] = ['('.repeat(100_000), '('.repeat(100_001)];
  expect(messagesOf('auto_contains', { substring: longest })).toBeNull();
  expect(messagesOf('auto_contains', { substring: longer })).toEqual(['Input should have at most 100000 characters']);
  expect(messagesOf('auto_regex_test', { regex_pattern: longest })).toEqual([
    'Input should be a valid regular expression',
  ]);
  expect(messagesOf('auto_regex_test', { regex_pattern: longer })).toEqual([
    'Input should have at most 100000 characters',
  ]);
});

test('a text that is not required may be empty, and bounds are included', () => {
  expect(parse('auto_exact_match', { correct_answer_key: '' })).toMatchObject({ ok: true });
  expect(parse('auto_similarity_match', { similarity_threshold: 1 })).toMatchObject({ ok: true });
  expect(parse('auto_similarity_match', { similarity_threshold: 0 })).toMatchObject({ ok: true });
});
