import { expect, test } from 'vitest';
import { embedTexts } from '../../../../src/evaluation/judges/embed-texts.ts';
import { NO_TOOLS } from '../../../../src/evaluation/judges/evaluator-tools.ts';
import { startHttpServer } from '../../../helpers/start-http-server.ts';

/** Embeds the texts `a` and `b` with a provider that answers with a body. */
async function embed(body: unknown, status = 200) {
  const asked: unknown[] = [];
  await using server = await startHttpServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      asked.push([request.url, request.headers.authorization, JSON.parse(text)]);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  const spent: (number | null)[] = [];
  const priced: unknown[] = [];
  const vectors = await embedTexts({
    tools: {
      ...NO_TOOLS,
      environment: async () => ({ OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: 'sk-1' }),
      priceModel: async (usage) => {
        priced.push(usage);
        return 0.25;
      },
    },
    model: 'embed-1',
    texts: ['a', 'b'],
    expenses: { add: (cost) => void spent.push(cost) } as Parameters<typeof embedTexts>[0]['expenses'],
  }).catch((error: unknown) => error);
  return { vectors, asked, spent, priced };
}

const of = (index: number, embedding: readonly number[]) => ({ object: 'embedding', index, embedding });
const usage = { prompt_tokens: 4, total_tokens: 4 };

test('texts become vectors in their order, and are paid for', async () => {
  const data = [of(1, [0, 1]), of(0, [1, 0])];
  const { vectors, asked, spent, priced } = await embed({ object: 'list', model: 'embed-1-0901', data, usage });
  expect(vectors).toEqual([
    [1, 0],
    [0, 1],
  ]);
  expect(asked).toEqual([
    ['/v1/embeddings', 'Bearer sk-1', { model: 'embed-1', input: ['a', 'b'], encoding_format: 'float' }],
  ]);
  expect(spent).toEqual([0.25]);
  expect(priced).toEqual([expect.objectContaining({ model: 'embed-1-0901', requestedModel: 'embed-1' })]);
});

test.each<[string, unknown, string, readonly (number | null)[]]>([
  ['fewer vectors', { data: [of(0, [1])], usage }, 'it returned other vectors than requested', [0.25]],
  [
    'vectors of two lengths',
    { data: [of(0, [1]), of(1, [1, 2])], usage },
    'it returned other vectors than requested',
    [0.25],
  ],
  ['an empty vector', { data: [of(0, []), of(1, [])], usage }, 'the answer does not follow the protocol', [null]],
  ['something else', { data: 'none' }, 'the answer does not follow the protocol', [null]],
])('a provider that answers with %s is named with the reason', async (_, body, reason, cost) => {
  const { vectors, spent } = await embed(body);
  expect(vectors).toEqual(new Error(`Model embed-1 could not be called: ${reason}`));
  expect(spent).toEqual(cost);
});

test('a provider that refuses is named with its reason, without the key', async () => {
  const { vectors, spent } = await embed({ error: { message: 'sk-1 is not a key' } }, 400);
  expect(String(vectors)).toContain('Model embed-1 could not be called: 400 [key] is not a key');
  expect(spent).toEqual([]);
});
