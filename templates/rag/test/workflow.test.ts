import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { cosineSimilarity } from '../src/cosine-similarity.ts';
import { documents } from '../src/documents.ts';
import { answer, embed, retrieve } from '../src/workflow.ts';
import { type ChatRequest, startModelServer } from './model-server.ts';

beforeEach(() => {
  process.env.OPENAI_API_KEY = 'a key for tests';
});

test('a text becomes a vector of the requested length', async () => {
  await using provider = await startModelServer();
  process.env.OPENAI_BASE_URL = provider.url;

  const vector = await embed.invoke({ input: { text: 'a flat tyre' }, config: { dimensions: 64 } });

  assert.equal(vector.length, 64);
  assert.deepEqual(provider.embedded, [
    { model: 'text-embedding-3-small', dimensions: 64, input: ['a flat tyre'], encoding_format: 'float' },
  ]);
});

test('the nearest passages come first, up to the requested number', async () => {
  await using provider = await startModelServer();
  process.env.OPENAI_BASE_URL = provider.url;

  const passages = await retrieve.invoke({
    input: { question: 'How much deposit for a rented city bicycle?' },
    config: { passages: 2, minimumSimilarity: 0 },
  });

  assert.equal(passages.length, 2);
  assert.equal(passages[0]?.id, 'deposit');
  assert.ok(passages[0].similarity >= (passages[1]?.similarity ?? 1));
});

test('the documents are embedded once for each model and size', async () => {
  await using provider = await startModelServer();
  process.env.OPENAI_BASE_URL = provider.url;
  const config = { dimensions: 99 };

  await retrieve.invoke({ input: { question: 'flat tyre' }, config });
  await retrieve.invoke({ input: { question: 'cargo bicycle' }, config });

  assert.equal(provider.embedded.filter(({ input }) => input.length === documents.length).length, 1);
});

test('a failed embedding of the documents is retried', async () => {
  const config = { dimensions: 101 };
  const question = { input: { question: 'flat tyre' }, config };
  delete process.env.OPENAI_API_KEY;
  await assert.rejects(retrieve.invoke(question), /OPENAI_API_KEY/);

  await using provider = await startModelServer();
  process.env.OPENAI_BASE_URL = provider.url;
  process.env.OPENAI_API_KEY = 'a key for tests';

  assert.equal((await retrieve.invoke(question)).length > 0, true);
});

test('the model gets the passages, and the answer can name its sources', async () => {
  const asked: ChatRequest[] = [];
  await using provider = await startModelServer((request) => {
    asked.push(request);
    return '100 euros.';
  });
  process.env.OPENAI_BASE_URL = provider.url;

  const said = await answer.invoke({
    input: { question: 'How much deposit for a rented city bicycle?' },
    config: { passages: 1, nameSources: true },
  });

  assert.equal(said, '100 euros. (deposit)');
  assert.match(asked[0]?.messages[0]?.content ?? '', /- A rented city bicycle needs a deposit of 100 euros/);
  assert.equal(asked[0]?.messages[1]?.content, 'How much deposit for a rented city bicycle?');
});

test('without a passage near enough, no model is called', async () => {
  await using provider = await startModelServer(() => assert.fail('asked'));
  process.env.OPENAI_BASE_URL = provider.url;

  const said = await answer.invoke({ input: { question: 'Surfboards?' }, config: { minimumSimilarity: 0.9 } });

  assert.equal(said, 'I do not know.');
});

test('a vector of length 0 is similar to nothing', () => {
  assert.equal(cosineSimilarity([0, 0], [1, 0]), 0);
  assert.equal(cosineSimilarity([2, 0], [1, 0]), 1);
});
