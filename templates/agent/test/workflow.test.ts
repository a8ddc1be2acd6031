import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import answer from '../src/workflow.ts';
import { type ChatRequest, startModelServer } from './model-server.ts';

beforeEach(() => {
  process.env.OPENAI_API_KEY = 'a key for tests';
});

/** A model that looks the order up, and then repeats what it found. */
function lookUp({ messages }: ChatRequest) {
  const last = messages.at(-1);
  return last?.role === 'tool'
    ? `I found: ${last.content}`
    : { tool: 'findOrder', arguments: { number: 'a-1001' } };
}

test('the model gets what the tool found', async () => {
  await using model = await startModelServer(lookUp);
  process.env.OPENAI_BASE_URL = model.url;

  const said = await answer.invoke({ input: { question: 'Where is my order a-1001?' } });

  assert.equal(said, 'I found: {"item":"city bicycle","status":"shipped","arrives":"on Tuesday"}');
  assert.equal(model.requests.length, 2);
  assert.deepEqual(
    model.requests[1]?.messages.slice(1).map(({ role }) => role),
    ['user', 'assistant', 'tool'],
  );
});

test('an unknown order is no error, but something to say', async () => {
  await using model = await startModelServer(({ messages }) => {
    const last = messages.at(-1);
    return last?.role === 'tool' ? String(last.content) : { tool: 'findOrder', arguments: { number: 'X-1' } };
  });
  process.env.OPENAI_BASE_URL = model.url;

  assert.match(await answer.invoke({ input: { question: 'Where is X-1?' } }), /There is no order X-1/);
});

test('an agent that never answers ends after its steps', async () => {
  await using model = await startModelServer(() => ({ tool: 'findOrder', arguments: { number: 'A-1002' } }));
  process.env.OPENAI_BASE_URL = model.url;

  await assert.rejects(
    answer.invoke({ input: { question: 'Where is A-1002?' }, config: { steps: 2 } }),
    /gave no answer in 2 steps/,
  );
  assert.equal(model.requests.length, 2);
});
