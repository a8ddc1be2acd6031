import { expect, test } from 'vitest';
import type { EvaluatorSetting } from '../../../../../src/contract/evaluators/evaluator.ts';
import { EVALUATORS, findEvaluator } from '../../../../../src/evaluation/evaluators/catalogue/evaluators.ts';
import { checkEvaluatorSettings } from '../../../../../src/evaluation/evaluators/settings/evaluator-settings.ts';
import { prepareEvaluator } from '../../../../../src/evaluation/evaluators/prepare/prepare-evaluator.ts';

async function check(key: string, settings: Record<string, unknown>) {
  const definition = findEvaluator(key);
  if (definition === undefined) throw new Error(`no evaluator ${key}`);
  return await checkEvaluatorSettings(definition, settings, ['body']);
}

async function problemsOf(key: string, settings: Record<string, unknown>): Promise<unknown> {
  const checked = await check(key, settings);
  return checked.ok ? null : checked.items.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`);
}

test.each([
  ['auto_json_schema', { schema: '{"type":"object"}' }],
  ['auto_json_schema', { schema: 'true' }],
  ['auto_jsonata', { expression: 'a.b[0] > 1' }],
  ['auto_numeric_difference', { tolerance: 0 }],
  ['auto_list_overlap', { measure: 'recall' }],
  ['auto_contains_all', { substrings: 'a,' }],
  ['rag_faithfulness', { question_key: 'traces.q', answer_key: 'output', contexts_key: 'testcase.trace' }],
])('working settings of %s pass: %j', async (key, settings) => {
  expect(await problemsOf(key, settings)).toBeNull();
});

test.each([
  [
    'auto_json_schema',
    { schema: '{"type":' },
    /^body\.schema: Input should be a JSON Schema: it is not a JSON object$/,
  ],
  ['auto_json_schema', { schema: '[]' }, /^body\.schema: Input should be a JSON Schema: it is not a JSON object$/],
  ['auto_json_schema', { schema: '{"type":"objekt"}' }, /^body\.schema: Input should be a JSON Schema: .*type/],
  ['auto_json_schema', { schema: '{"$ref":"https://example.org/x.json"}' }, /^body\.schema: .*can't resolve reference/],
  ['auto_json_schema', { schema: '{"$async":true}' }, /^body\.schema: .*\$async is not supported/],
  ['auto_json_schema', { schema: '{"pattern":"("}' }, /^body\.schema: Input should be a JSON Schema: /],
  ['auto_json_schema', { schema: {} }, /^body\.schema: Input should be a valid string/],
  ['auto_json_schema', {}, /^body\.schema: Field required$/],
  [
    'auto_jsonata',
    { expression: 'a +' },
    /^body\.expression: Input should be a JSONata expression: .*\(character 3\)$/,
  ],
  ['auto_jsonata', { expression: '' }, /^body\.expression: /],
  ['auto_numeric_difference', { tolerance: -1 }, /^body\.tolerance: /],
  ['auto_numeric_difference', { relative: 'yes' }, /^body\.relative: /],
  ['auto_list_overlap', { measure: 'dice' }, /^body\.measure: /],
  ['auto_latency', { max_seconds: 'fast' }, /^body\.max_seconds: /],
  ['auto_cost', { max_dollars: -0.1 }, /^body\.max_dollars: /],
  ['auto_ai_critique', { prompt_template: 'Score it' }, /^body\.prompt_template: /],
  ['auto_ai_critique', { prompt_template: [] }, /^body\.prompt_template: Input should be messages/],
  ['auto_ai_critique', { prompt_template: [{ role: 'judge', content: 'x' }] }, /^body\.prompt_template: Input should/],
  ['auto_webhook_test', {}, /^body\.webhook_url: Field required$/],
  ['auto_webhook_test', { webhook_url: 'example.org' }, /^body\.webhook_url: Input should be an http\(s\) URL$/],
  ['auto_webhook_test', { webhook_url: 'file:///x' }, /^body\.webhook_url: Input should be an http\(s\) URL$/],
  ['auto_webhook_test', { webhook_url: 'http://x', time_limit: 0 }, /^body\.time_limit: /],
  [
    'auto_custom_code_run',
    { code: 'def evaluate(): pass' },
    /^body\.code: This service does not run Python code from a setting/,
  ],
  ['rag_faithfulness', { question_key: 'q', answer_key: 'a' }, /^body\.contexts_key: Field required$/],
  [
    'rag_context_relevancy',
    { question_key: 'q', answer_key: 'a', contexts_key: 'trace.c' },
    /^body\.contexts_key: .*Traces are not stored/,
  ],
  ['auto_contains_any', { substrings: ' , ' }, /^body\.substrings: Input should have at least one substring$/],
  ['auto_contains_all', { substrings: ',' }, /^body\.substrings: /],
  ['auto_factuality', { model: '' }, /^body\.model: /],
] as const)('broken settings of %s are refused: %j', async (key, settings, message) => {
  expect(await problemsOf(key, settings)).toEqual([expect.stringMatching(message)]);
});

test('defaults are filled in, and a null setting counts as absent', () => {
  expect(prepareEvaluator('auto_similarity_match', null).settings).toEqual({
    similarity_threshold: 0.5,
    correct_answer_key: 'correct_answer',
  });
  expect(prepareEvaluator('auto_levenshtein_distance', { threshold: null }).settings).toEqual({
    correct_answer_key: 'correct_answer',
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
])('%s refuses %j with its location', async (key, settings, field, type) => {
  const checked = await check(key, settings);
  expect(checked.ok ? 'accepted' : checked.items.map((item) => [item.loc, item.type])).toEqual([
    [['body', field], type],
  ]);
});

test.each(EVALUATORS)("the defaults of $key pass the evaluator's own template", ({ key, settings_template }) => {
  const entries = Object.entries(settings_template);
  const settings = entries.map(([name, setting]) => [name, setting.default ?? requiredValue(setting)]);
  expect(() => prepareEvaluator(key, Object.fromEntries(settings))).not.toThrow();
});

/** Returns a value that a required setting may have; `null` for one that may be left out. */
function requiredValue({ required, type, min = 1 }: EvaluatorSetting): unknown {
  if (required !== true) return null;
  return type === 'number' ? min : 'x';
}

test('a text has up to 100,000 characters, and a longer pattern is not compiled', async () => {
  const [longest, longer] = ['('.repeat(100_000), '('.repeat(100_001)];
  const TOO_LONG = 'Input should have at most 100000 characters';
  expect(await problemsOf('auto_contains', { substring: longest })).toBeNull();
  expect(await problemsOf('auto_contains', { substring: longer })).toEqual([`body.substring: ${TOO_LONG}`]);
  expect(await problemsOf('auto_regex_test', { regex_pattern: longest })).toEqual([
    'body.regex_pattern: Input should be a valid regular expression',
  ]);
  expect(await problemsOf('auto_regex_test', { regex_pattern: longer })).toEqual([`body.regex_pattern: ${TOO_LONG}`]);
});

test('a text that is not required may be empty, and bounds are included', async () => {
  expect(await problemsOf('auto_exact_match', { correct_answer_key: '' })).toBeNull();
  expect(await problemsOf('auto_similarity_match', { similarity_threshold: 1 })).toBeNull();
  expect(await problemsOf('auto_similarity_match', { similarity_threshold: 0 })).toBeNull();
});
