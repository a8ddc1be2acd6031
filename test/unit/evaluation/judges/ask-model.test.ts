import { describe, expect, test } from 'vitest';
import { judge, MINI_COST, ROW, toolsFor } from '../../../helpers/judge-answer.ts';
import { type ModelAnswer, startModelServer } from '../../../helpers/start-model-server.ts';

const MINI = { model: 'gpt-4o-mini' };

describe('AI critique', () => {
  const critique = (answers: readonly ModelAnswer[], settings: Record<string, unknown> = MINI) =>
    judge({ key: 'auto_ai_critique', settings, answers });

  test("returns the model's score, and its cost separately", async () => {
    const { result, requests } = await critique([{ content: { explanation: 'good', score: 9 } }]);
    expect(result).toEqual({
      type: 'number',
      value: 9,
      reason: 'good',
      cost: expect.closeTo(MINI_COST, 12),
      calls: 1,
    });
    expect(requests).toEqual([
      {
        path: '/v1/chat/completions',
        authorization: 'Bearer sk-test',
        body: expect.objectContaining({
          model: 'gpt-4o-mini',
          response_format: expect.objectContaining({ type: 'json_schema' }),
        }),
      },
    ]);
  });

  test('fills in output, expected answer and columns, and keeps braces inside them', async () => {
    const content = '{{prediction}} | {correct_answer} | {{ question }} | {{inputs}} | {unknown} | {"score": 1}';
    const { requests } = await judge({
      key: 'auto_ai_critique',
      settings: { prompt_template: [{ role: 'user', content }] },
      output: '{{correct_answer}}',
      answers: [{ content: { explanation: '', score: 1 } }],
    });
    expect(requests[0]?.body['messages']).toEqual([
      {
        role: 'user',
        content:
          '{{correct_answer}} | Paris | What is the capital of France? | {"question":"What is the capital of France?"} | {unknown} | {"score": 1}',
      },
    ]);
  });

  test('retries after an answer of another structure, and counts both', async () => {
    const { result, requests } = await critique([{ content: 'I like it' }, { content: { explanation: '', score: 3 } }]);
    expect(requests).toHaveLength(2);
    expect(result).toEqual({ type: 'number', value: 3, cost: expect.closeTo(2 * MINI_COST, 12), calls: 2 });
  });

  test('asks in the prompt where the endpoint lacks structured output', async () => {
    const refused = { status: 400, text: '{"error":{"message":"Unknown field response_format"}}' };
    const fenced = { content: '```json\n{"explanation":"ok","score":7}\n```' };
    const { result, requests } = await critique([refused, fenced]);
    expect(result.value).toBe(7);
    expect(requests[1]?.body['response_format']).toBeUndefined();
    expect(JSON.stringify(requests[1]?.body['messages'])).toContain('Answer with JSON alone');
  });

  test('has an unknown cost when price or tokens are unknown', async () => {
    const content = { explanation: '', score: 1 };
    const unknown = await critique([{ content }], { model: 'house-model-7' });
    const uncounted = await critique([{ content, usage: null }]);
    expect([unknown.result.cost, uncounted.result.cost]).toEqual([null, null]);
  });

  test.each<[string, readonly ModelAnswer[], number]>([
    ['429', [{ status: 429, text: '{}' }], 2],
    ['500', [{ status: 500, text: 'oops' }], 2],
    [
      '503, twice',
      [
        { status: 503, text: '' },
        { status: 503, text: '' },
      ],
      3,
    ],
    ['a closed connection', ['close'], 2],
  ])('is retried after %s', async (_, failures, requests) => {
    const judged = await critique([...failures, { content: { explanation: '', score: 5 } }]);
    expect([judged.result.value, judged.requests.length]).toEqual([5, requests]);
  });

  test.each<[string, ModelAnswer, RegExp]>([
    [
      'the key is refused',
      { status: 401, text: '{"error":{"message":"Incorrect API key provided: sk-test."}}' },
      /401 Incorrect API key provided: \[key\]\./,
    ],
    ['the endpoint stays busy', { status: 429, text: '{"error":{"message":"slow down"}}' }, /429 slow down/],
    ['the answer is truncated', { raw: '{"choices": [' }, /JSON/],
    ['the answer does not follow the protocol', { raw: '{"choices": "none"}' }, /does not follow the protocol/],
    ['there is no choice', { raw: '{"choices": []}' }, /does not follow the protocol/],
    ['the model refuses', { refusal: 'I cannot' }, /it refused: I cannot/],
    ['the answer is endless', { raw: `{"choices": "${'x'.repeat(9 * 1024 * 1024)}"}` }, /longer than 8388608 bytes/],
  ])('is an error when %s', async (_, answer, message) => {
    const { result } = await critique([answer]);
    expect(result).toMatchObject({ type: 'error', value: null, error: { message: expect.stringMatching(message) } });
    expect(result.error?.message).toMatch(/^Model gpt-4o-mini could not be called: /);
  });

  test('stops when the evaluation stops', async () => {
    await using server = await startModelServer(['hang']);
    const controller = new AbortController();
    const { prepareEvaluator } = await import('../../../../src/evaluation/evaluators/prepare/prepare-evaluator.ts');
    const { score } = prepareEvaluator('auto_ai_critique', {}, toolsFor(server));
    const waiting = Promise.resolve(score({ output: 'x', row: ROW }, controller.signal));
    const stopped = expect(waiting).rejects.toThrow('stopping');
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort(new Error('stopping'));
    await stopped;
  });
});

describe('semantic similarity', () => {
  const similar = (vectors: readonly (readonly number[])[], row: Record<string, unknown> = ROW, output = 'Paris.') =>
    judge({ key: 'auto_semantic_similarity', output, row, answers: [{ vectors, usage: { prompt_tokens: 1000 } }] });

  // Rotations of known angles: 0, 60, 90 and 180 degrees, at lengths that are not 1.
  test.each([
    [
      [
        [2, 0],
        [5, 0],
      ],
      1,
    ],
    [
      [
        [1, 0],
        [1, Math.sqrt(3)],
      ],
      0.5,
    ],
    [
      [
        [1, 0],
        [0, 3],
      ],
      0,
    ],
    [
      [
        [1, 1],
        [-2, -2],
      ],
      -1,
    ],
  ])('of %j is %d', async (vectors, value) => {
    const { result } = await similar(vectors);
    // 1,000 tokens at 0.02 USD a million. @source openai.com/api/pricing, text-embedding-3-small
    const cost = expect.closeTo(2e-5, 12);
    expect(result).toEqual({ type: 'number', value: expect.closeTo(value, 12), cost, calls: 1 });
  });

  test('of equal texts is 1 and of an empty one 0, without a model', async () => {
    const same = await similar([], ROW, 'Paris');
    const empty = await similar([], ROW, ' ');
    expect([same.result, empty.result, same.requests, empty.requests]).toEqual([
      { type: 'number', value: 1 },
      { type: 'number', value: 0 },
      [],
      [],
    ]);
  });

  test.each([[[[1, 0]]], [[[1, 0], [1]]]])('is an error for other vectors than requested: %j', async (vectors) => {
    const { result } = await similar(vectors);
    expect(result.error?.message).toContain('other vectors than requested');
  });
});

describe('factuality', () => {
  test.each([
    ['A', 0.4],
    ['B', 0.6],
    ['C', 1],
    ['D', 0],
    ['E', 1],
  ])('is worth what the choice %s is: %d', async (choice, value) => {
    const answers = [{ content: { reasons: '', choice } }];
    const { result } = await judge({ key: 'auto_factuality', settings: MINI, answers });
    expect(result).toEqual({
      type: 'number',
      value,
      reason: expect.stringMatching(/^[A-E]/),
      cost: expect.closeTo(MINI_COST, 12),
      calls: 1,
    });
  });

  test('is an error for an unknown choice, and for a row without the answer', async () => {
    const wrong = await judge({ key: 'auto_factuality', answers: [{ content: { reasons: '', choice: 'F' } }] });
    const missing = await judge({ key: 'auto_factuality', row: { question: 'q' }, answers: [] });
    expect([wrong.result.type, missing.result.error?.message]).toEqual([
      'error',
      'The test set has no column "correct_answer" for the expected answer. Its columns: "question".',
    ]);
  });
});
