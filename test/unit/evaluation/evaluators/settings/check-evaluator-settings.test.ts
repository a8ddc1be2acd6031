import { expect, test } from 'vitest';
import { checkEvaluatorSettings } from '../../../../../src/evaluation/evaluators/settings/check-evaluator-settings.ts';
import { findEvaluator } from '../../../../../src/evaluation/evaluators/catalogue/evaluators.ts';

async function problemsOf(key: string, settings: Record<string, unknown>): Promise<unknown> {
  const definition = findEvaluator(key);
  if (definition === undefined) throw new Error(`no evaluator ${key}`);
  const checked = await checkEvaluatorSettings(definition, settings, ['body']);
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
