import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import summarise from '../src/workflow.ts';
import { startModelServer } from './model-server.ts';

beforeEach(() => {
  process.env.OPENAI_API_KEY = 'a key for tests';
});

test('the model gets the text and the prompt with its placeholders filled in', async () => {
  await using model = await startModelServer(() => ' Cats sleep a lot. ');
  process.env.OPENAI_BASE_URL = model.url;

  const summary = await summarise.invoke({
    input: { text: 'Cats sleep for thirteen hours a day.' },
    config: { words: 10, tone: 'formal' },
  });

  assert.equal(summary, 'Cats sleep a lot.');
  assert.deepEqual(model.requests, [
    {
      model: 'gpt-6-luna',
      messages: [
        {
          role: 'system',
          content:
            'Summarise the text in at most 10 words, in a formal tone. Answer with the summary and nothing else.',
        },
        { role: 'user', content: 'Cats sleep for thirteen hours a day.' },
      ],
    },
  ]);
});

test('an empty answer is an error, not an empty summary', async () => {
  await using model = await startModelServer(() => '');
  process.env.OPENAI_BASE_URL = model.url;

  await assert.rejects(summarise.invoke({ input: { text: 'Cats sleep.' } }), /gave an empty answer/);
});

test('a missing key is named', async () => {
  delete process.env.OPENAI_API_KEY;

  await assert.rejects(summarise.invoke({ input: { text: 'Cats sleep.' } }), /OPENAI_API_KEY/);
});

test('an invalid configuration never reaches the model', async () => {
  await assert.rejects(summarise.invoke({ input: { text: 'Cats sleep.' }, config: { words: 5 } }), /words/);
});

test('a placeholder without a value stays', async () => {
  await using model = await startModelServer(() => 'Short.');
  process.env.OPENAI_BASE_URL = model.url;

  await summarise.invoke({ input: { text: 'Cats.' }, config: { words: 10, prompt: '{words} words, {style}' } });

  assert.equal(model.requests[0]?.messages[0]?.content, '10 words, {style}');
});
