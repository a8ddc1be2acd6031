import { describe, expect, test } from 'vitest';
import { runEvaluator } from '../../../../../src/evaluation/evaluators/prepare/prepare-evaluator.ts';
import { type ModelUsage, NO_TOOLS } from '../../../../../src/evaluation/judges/evaluator-tools.ts';
import { judge, ROW } from '../../../../helpers/judge-answer.ts';
import { readBody, startHttpServer } from '../../../../helpers/start-http-server.ts';

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
});

describe('the provider of vectors', () => {
  /** Compares the texts `a` and `b` by a provider that answers with a body. */
  async function embed(body: unknown, status = 200) {
    const asked: unknown[] = [];
    await using server = await startHttpServer(async (request, response) => {
      asked.push([request.url, request.headers.authorization, JSON.parse(await readBody(request))]);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    const priced: string[] = [];
    const tools = {
      ...NO_TOOLS,
      environment: async () => ({ OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: 'sk-1' }),
      priceModel: async ({ model, requestedModel }: ModelUsage) => {
        priced.push(`${requestedModel} as ${model}`);
        return 0.25;
      },
    };
    const given = { settings: { embedding_model: 'embed-1' }, output: 'a', row: { correct_answer: 'b' }, tools };
    return { result: await runEvaluator('auto_semantic_similarity', given), asked, priced };
  }

  const of = (index: number, embedding: readonly number[]) => ({ object: 'embedding', index, embedding });
  const usage = { prompt_tokens: 4, total_tokens: 4 };

  test('is asked once for both texts, and paid', async () => {
    const data = [of(1, [0, 1]), of(0, [1, 0])];
    const { result, asked, priced } = await embed({ object: 'list', model: 'embed-1-0901', data, usage });
    expect(result).toEqual({ type: 'number', value: 0, cost: 0.25, calls: 1 });
    expect(asked).toEqual([
      ['/v1/embeddings', 'Bearer sk-1', { model: 'embed-1', input: ['a', 'b'], encoding_format: 'float' }],
    ]);
    expect(priced).toEqual(['embed-1 as embed-1-0901']);
  });

  const OTHERS = 'it returned other vectors than requested';
  const PROTOCOL = 'the answer does not follow the protocol';

  test.each<[string, unknown, string, number | null]>([
    ['fewer vectors', { data: [of(0, [1])], usage }, OTHERS, 0.25],
    ['vectors of two lengths', { data: [of(0, [1]), of(1, [1, 2])], usage }, OTHERS, 0.25],
    ['an empty vector', { data: [of(0, []), of(1, [])], usage }, PROTOCOL, null],
    ['something else', { data: 'none' }, PROTOCOL, null],
  ])('that answers with %s is named with the reason', async (_, body, reason, cost) => {
    const { result } = await embed(body);
    expect([result.error?.message, result.cost]).toEqual([`Model embed-1 could not be called: ${reason}`, cost]);
  });

  test('that refuses is named with its reason, without the key', async () => {
    const { result } = await embed({ error: { message: 'sk-1 is not a key' } }, 400);
    expect(result.error?.message).toContain('Model embed-1 could not be called: 400 [key] is not a key');
  });
});
