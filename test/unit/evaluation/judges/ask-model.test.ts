import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { askModel } from '../../../../src/evaluation/judges/ask-model.ts';
import { createExpenses } from '../../../../src/evaluation/judges/ask-provider.ts';
import { NO_TOOLS } from '../../../../src/evaluation/judges/evaluator-tools.ts';
import { readBody, startHttpServer } from '../../../helpers/start-http-server.ts';
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
    const stopped = expect(waiting).rejects.toThrow(expect.objectContaining({ message: 'stopping' }));
    await expect.poll(() => server.requests.length).toBe(1);
    controller.abort(new Error('stopping'));
    await stopped;
  });
});

/** Asks for a small value, over a provider that gives one answer to every request. */
async function ask(body: unknown, { isGiven = false, status = 200 } = {}) {
  const requests: Record<string, unknown>[] = [];
  const counted: string[] = [];
  await using server = await startHttpServer((request, response) => {
    void readBody(request).then((text) => {
      requests.push(JSON.parse(text) as Record<string, unknown>);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  const expenses = createExpenses();
  const environment = { OPENAI_API_KEY: 'sk-own', OPENAI_BASE_URL: server.url };
  const answer = await askModel({
    tools: {
      ...NO_TOOLS,
      environment: async () => environment,
      ...(isGiven ? { providerKeys: environment, fetch } : {}),
      priceModel: async ({ model, requestedModel, ...tokens }) => {
        counted.push(`${requestedModel} as ${model}: ${JSON.stringify(tokens)}`);
        return 0.5;
      },
    },
    model: 'small',
    messages: [{ role: 'user', content: 'Well?' }],
    name: 'verdict',
    schema: z.object({ score: z.int() }),
    expenses,
  }).catch((error: unknown) => (error instanceof Error ? error.message : error));
  return { answer, requests, counted, cost: expenses.total(), calls: expenses.calls() };
}

const saying = (content: string | null, more: object = {}) => ({ choices: [{ message: { content } }], ...more });

describe('a model that is asked', () => {
  test('gets the schema of the answer, and its tokens are priced', async () => {
    const usage = { prompt_tokens: 10, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 12 } };
    const { answer, requests, counted, cost, calls } = await ask(saying('{"score":1}', { model: 'small-2', usage }));
    expect(answer).toEqual({ score: 1 });
    expect(requests).toEqual([
      {
        model: 'small',
        messages: [{ role: 'user', content: 'Well?' }],
        response_format: {
          type: 'json_schema',
          json_schema: {
            name: 'verdict',
            strict: true,
            schema: {
              type: 'object',
              properties: { score: expect.objectContaining({ type: 'integer' }) as unknown },
              required: ['score'],
              additionalProperties: false,
            },
          },
        },
      },
    ]);
    expect(counted).toEqual(['small as small-2: {"input_tokens":10,"output_tokens":3,"cache_read_tokens":10}']);
    expect([cost, calls]).toEqual([0.5, 1]);
  });

  test.each([
    [{ prompt_tokens: 10 }, ['small as small: {"input_tokens":10,"output_tokens":0}']],
    [{ prompt_tokens: 5, completion_tokens: 7 }, ['small as small: {"input_tokens":5,"output_tokens":7}']],
    [
      { prompt_tokens: 5, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 4 } },
      ['small as small: {"input_tokens":5,"output_tokens":7,"cache_read_tokens":4}'],
    ],
    [null, []],
    [undefined, []],
    [{}, []],
    [{ prompt_tokens: null, completion_tokens: 5 }, []],
  ])('and reports the tokens %j is priced by %j', async (usage, priced) => {
    const { counted, cost } = await ask(saying('{"score":1}', { usage }));
    expect([counted, cost]).toEqual([priced, priced.length === 0 ? null : 0.5]);
  });

  const NOT_UNDERSTOOD = 'The answer of model small was not understood';
  test.each([
    ['', `${NOT_UNDERSTOOD}: it is empty.`],
    [' \n', `${NOT_UNDERSTOOD}: it is empty.`],
    [null, `${NOT_UNDERSTOOD}: it is empty.`],
    ['maybe', `${NOT_UNDERSTOOD}: "maybe".`],
    ['{"score":"1"}', `${NOT_UNDERSTOOD}: "{\\"score\\":\\"1\\"}".`],
    ['x'.repeat(500), `${NOT_UNDERSTOOD}: "${'x'.repeat(500)}".`],
    ['x'.repeat(501), `${NOT_UNDERSTOOD}: "${'x'.repeat(500)}" and 1 more characters.`],
  ])('and answers %j twice is not understood', async (content, message) => {
    const { answer, calls } = await ask(saying(content));
    expect([answer, calls]).toEqual([message, 2]);
  });

  test.each<[unknown, number, string]>([
    [saying('secret'), 200, `${NOT_UNDERSTOOD}.`],
    [
      { choices: [{ message: { content: null, refusal: 'secret' } }] },
      200,
      'Model small could not be called: it refused',
    ],
    [{ error: { message: 'secret' } }, 404, 'Model small could not be called: the provider answered 404'],
    [{}, 200, 'Model small could not be called: the answer does not follow the protocol'],
  ])('at an address of the caller is not quoted: %j', async (body, status, message) => {
    expect((await ask(body, { isGiven: true, status })).answer).toBe(message);
  });

  test.each([
    [400, 'Unknown field response_format', 2],
    [422, 'No JSON_SCHEMA here', 2],
    [400, 'No structured output', 2],
    [400, 'Unknown model', 1],
    [404, 'response_format', 1],
  ])('and answers %i: %s is asked %i times', async (status, message, times) => {
    const { answer, requests } = await ask({ error: { message } }, { status });
    expect(requests).toHaveLength(times);
    expect(answer).toBe(`Model small could not be called: ${status} ${message}`);
    if (times === 1) return;
    expect(requests[1]).toEqual({
      model: 'small',
      messages: [
        { role: 'user', content: 'Well?' },
        {
          role: 'system',
          content: expect.stringMatching(/^Answer with JSON alone, of this JSON Schema: \{"type":"object",/) as string,
        },
      ],
    });
  });
});
