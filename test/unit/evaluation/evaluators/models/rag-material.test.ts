import { describe, expect, test } from 'vitest';
import { RAG_ROWS, readRagMaterial } from '../../../../../src/evaluation/evaluators/models/rag-material.ts';
import { judge, MINI_COST } from '../../../../helpers/judge-answer.ts';

const KEYS = { question_key: 'testcase.question', answer_key: 'output.answer', contexts_key: 'output.contexts' };
const RETRIEVED = { answer: 'Paris. It is big.', contexts: ['Paris is the capital. It rains there.', 'Rome is old.'] };

describe('RAG faithfulness', () => {
  test('is the share of statements that the contexts support', async () => {
    const statements = ['The capital is Paris', 'Paris is big', 'Paris is old', 'It rains'];
    const verdicts = [1, 2, 3, 4, 9].map((statement) => {
      return { statement, reason: statement === 1 ? 'in the text' : '', supported: statement !== 2 };
    });
    const settings = { ...KEYS, model: 'gpt-4o-mini' };
    const answers = [{ content: { statements } }, { content: { verdicts: [...verdicts, ...verdicts] } }];
    const { result, requests } = await judge({ key: 'rag_faithfulness', settings, output: RETRIEVED, answers });
    expect(result).toEqual({
      type: 'number',
      value: 0.75,
      reason: [
        'supported: The capital is Paris (in the text)',
        'not supported: Paris is big ()',
        'supported: Paris is old ()',
        'supported: It rains ()',
      ].join('\n'),
      cost: expect.closeTo(2 * MINI_COST, 12),
      calls: 2,
    });
    expect(JSON.stringify(requests[1]?.body['messages'])).toContain(
      String.raw`1. The capital is Paris\n2. Paris is big\n3. Paris is old\n4. It rains`,
    );
  });

  test('says which statements got no verdict', async () => {
    const answers = [
      { content: { statements: ['One', 'Two'] } },
      { content: { verdicts: [{ statement: 2, reason: 'in the text', supported: true }] } },
    ];
    const { result } = await judge({ key: 'rag_faithfulness', settings: KEYS, output: RETRIEVED, answers });
    expect([result.value, result.reason]).toEqual([
      0.5,
      'not supported: One (no verdict)\nsupported: Two (in the text)',
    ]);
  });

  test('is an error for an answer without statements', async () => {
    const answers = [{ content: { statements: [] } }];
    const { result } = await judge({ key: 'rag_faithfulness', settings: KEYS, output: RETRIEVED, answers });
    expect(result.error?.message).toBe('The answer contains no statement to judge.');
  });
});

describe('RAG context relevancy', () => {
  const relevancy = (relevant: readonly number[], output: unknown = RETRIEVED) =>
    judge({ key: 'rag_context_relevancy', settings: KEYS, output, answers: [{ content: { relevant } }] });

  test.each([
    [[1], 1 / 3],
    [[], 0],
    [[1, 1, 2, 3, 99, -1, 0.5], 1],
  ])('with the sentences %j is %d', async (relevant, value) => {
    expect((await relevancy(relevant)).result.value).toBeCloseTo(value, 12);
  });

  test('is 0 without a model when nothing was retrieved', async () => {
    const { result, requests } = await relevancy([], { answer: 'x', contexts: [] });
    expect([result, requests]).toEqual([{ type: 'number', value: 0 }, []]);
  });

  test('reads contexts from a column as JSON, and the output as JSON text', async () => {
    const { result } = await judge({
      key: 'rag_context_relevancy',
      settings: { question_key: 'question', answer_key: 'output.answer', contexts_key: 'testcase.docs' },
      output: '{"answer":"Paris"}',
      row: { question: 'q', docs: '["One.","Two."]' },
      answers: [{ content: { relevant: [2] } }],
    });
    expect(result.value).toBe(0.5);
  });

  test.each([
    [{ ...KEYS, contexts_key: 'output.docs' }, /nothing at output\.docs, the path in contexts_key/],
    [{ ...KEYS, question_key: 'testcase.toString' }, /nothing at testcase\.toString, the path in question_key/],
  ])('is an error for missing material: %j', async (settings, message) => {
    const { result } = await judge({ key: 'rag_context_relevancy', settings, output: RETRIEVED, answers: [] });
    expect(result.error?.message).toMatch(message);
  });
});

const PATHS = { question_key: 'testcase.question', answer_key: 'output.answer', contexts_key: 'output.contexts' };
const OUTPUT = { answer: 'Paris', contexts: ['a', { b: 1 }, ' ', ''] };
const read = (settings: Record<string, string>, output: unknown, row: Record<string, unknown> = { question: 'Why?' }) =>
  readRagMaterial({ ...PATHS, ...settings }, { output, row: row });

describe('the material of a retrieval', () => {
  test.each<[string, Record<string, string>, unknown, object]>([
    ['fields of the output', {}, OUTPUT, { question: 'Why?', answer: 'Paris', contexts: ['a', '{"b":1}'] }],
    [
      'fields of an output that is JSON text',
      {},
      JSON.stringify(OUTPUT),
      { question: 'Why?', answer: 'Paris', contexts: ['a', '{"b":1}'] },
    ],
    [
      'the whole output',
      { answer_key: 'output', contexts_key: 'testcase.question' },
      'plain',
      { question: 'Why?', answer: 'plain', contexts: ['Why?'] },
    ],
    [
      'a place in a list',
      { answer_key: 'output.0.text', contexts_key: 'output.1' },
      [{ text: 'Paris' }, '["x","y"]'],
      { question: 'Why?', answer: 'Paris', contexts: ['x', 'y'] },
    ],
    [
      'a bare name, of the row first',
      { question_key: 'question', answer_key: 'data.answer', contexts_key: 'other' },
      { question: 'of the output', data: { answer: 3 }, other: null },
      { question: 'Why?', answer: '3', contexts: ['null'] },
    ],
  ])('is read from %s', (_, settings, output, material) => {
    expect(read(settings, output)).toEqual(material);
  });

  test.each([
    [{ question_key: 'testcase.other' }, 'testcase.other, the path in question_key'],
    [{ answer_key: 'output.missing' }, 'output.missing, the path in answer_key'],
    [{ answer_key: 'output.toString' }, 'output.toString, the path in answer_key'],
    [{ contexts_key: 'output.contexts.x' }, 'output.contexts.x, the path in contexts_key'],
    [{ contexts_key: 'nothing' }, 'nothing, the path in contexts_key'],
  ])('is missing with %j', (settings, where) => {
    const message = `There is nothing at ${where}. Write a column as testcase.COLUMN and a field of the output as output.FIELD.`;
    expect(read(settings, OUTPUT)).toEqual({ type: 'error', value: null, error: { message, stacktrace: null } });
  });

  test('names the columns that it reads', () => {
    expect(RAG_ROWS.reads({ ...PATHS, contexts_key: 'testcase.documents' })).toEqual(['question', 'documents']);
    expect([RAG_ROWS.version, RAG_ROWS.basis]).toEqual([2, 'row']);
  });
});
