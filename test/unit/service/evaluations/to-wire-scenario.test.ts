import { expect, test } from 'vitest';
import { answerColumns, toWireScenario } from '../../../../src/service/evaluations/to-wire-scenario.ts';

const configOf = (evaluator_key: string, settings_values: Record<string, unknown> | null = null) =>
  ({ evaluator_key, settings_values }) as unknown as Parameters<typeof answerColumns>[0][number]; // what is read of it

const SCENARIO = {
  id: 's',
  position: 0,
  row: { text: 'hello', correct_answer: 'greeting', words: 3 },
  outputs: [{ result: { type: 'text', value: 'hi' }, cost: null, latency: 0.5 }],
  results: [{ evaluator_config: 'c', result: { type: 'bool', value: true } }],
} satisfies Parameters<typeof toWireScenario>[0];

test('a stored row is divided into inputs and expected answers', () => {
  const options = { evaluationId: 'e', answers: new Set(['correct_answer']), repeats: 1 };
  expect(toWireScenario(SCENARIO, options)).toEqual({
    id: 's',
    row: 1,
    repeat: 1,
    evaluation_id: 'e',
    inputs: [
      { name: 'text', type: 'text', value: 'hello' },
      { name: 'words', type: 'text', value: 3 },
    ],
    outputs: SCENARIO.outputs,
    correct_answers: [{ key: 'correct_answer', value: 'greeting' }],
    is_pinned: false,
    note: '',
    results: SCENARIO.results,
  });
});

test('rows and repetitions are counted from 1', () => {
  const numbers = [0, 1, 2, 3, 5].map((position) => {
    const options = { evaluationId: 'e', answers: new Set<string>(), repeats: 3 };
    const { row, repeat } = toWireScenario({ ...SCENARIO, position }, options);
    return [row, repeat];
  });
  expect(numbers).toEqual([
    [1, 1],
    [1, 2],
    [1, 3],
    [2, 1],
    [2, 3],
  ]);
});

test.each([
  ['none without evaluators', [], null, []],
  ['none of evaluators that do not compare', [configOf('auto_contains')], null, []],
  ['the default column', [configOf('auto_exact_match')], null, ['correct_answer']],
  ['the chosen column', [configOf('auto_exact_match', {})], 'label', ['label']],
  ['the chosen column, although nothing compares with it', [configOf('auto_contains')], 'label', ['label']],
  [
    "an evaluator's own column, and the chosen one",
    [configOf('auto_exact_match', { correct_answer_key: 'own' }), configOf('auto_exact_match')],
    'label',
    ['own', 'label'],
  ],
  [
    'a column that is named as one of the test case',
    [configOf('auto_exact_match', { correct_answer_key: 'testcase.own' })],
    'testcase.a.testcase.b',
    ['own', 'a.testcase.b'],
  ],
  [
    'the default instead of a column that is no text',
    [configOf('auto_exact_match', { correct_answer_key: 1 })],
    null,
    ['correct_answer'],
  ],
])('the columns of expected answers are %s', (_, configs, chosen, columns) => {
  expect([...answerColumns(configs, chosen)]).toEqual(columns);
});
