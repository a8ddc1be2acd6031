import { generateText } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { expect, test } from 'vitest';
import { chatMessages, fillMessages, outputSchema, tools } from '../../../../src/sdk/config/structured-fields.ts';
import { toConfigJsonSchema } from '../../../../src/sdk/config/config-json-schema.ts';
import { configSchema } from '../../../../src/sdk/config/config-schema.ts';
import { createObjectParser } from '../../../../src/sdk/schema/object-schema.ts';

const Translation = configSchema({
  messages: chatMessages({ variables: ['text', 'language'] })
    .describe('What the model gets first.')
    .default([
      { role: 'system', content: 'Translate into {language}. Answer as {"text": "…"}.' },
      { role: 'user', content: '{text} {{text}}' },
    ]),
});

test('variables are replaced, and doubled braces stay', () => {
  const { messages } = Translation.parse({});
  expect(fillMessages(messages, { text: 'Hello {language}', language: 'French' })).toEqual([
    { role: 'system', content: 'Translate into French. Answer as {"text": "…"}.' },
    { role: 'user', content: 'Hello {language} {text}' },
  ]);
});

test('a variable without a value is told', () => {
  const messages = [{ role: 'user' as const, content: '{text}' }];
  expect(() => fillMessages(messages, { tone: 'x', size: 1 })).toThrow(
    expect.objectContaining({
      code: 'WF_INVALID_INPUT',
      message: 'fillMessages() has no value for {text}. Values: tone, size.',
    }),
  );
  expect(() => fillMessages(messages, {})).toThrow(
    expect.objectContaining({ message: 'fillMessages() has no value for {text}. Values: none.' }),
  );
});

test('the JSON Schema has the marks of the kind, and is a list for those who do not know them', () => {
  expect(toConfigJsonSchema(Translation)['properties']).toEqual({
    messages: {
      description: 'What the model gets first.',
      type: 'array',
      items: {
        type: 'object',
        properties: { role: { type: 'string', enum: ['system', 'user', 'assistant'] }, content: { type: 'string' } },
        required: ['role', 'content'],
        additionalProperties: false,
      },
      'x-parameter': 'chat_messages',
      'x-wf': true,
      'x-variables': ['text', 'language'],
      default: Translation.parse({}).messages,
    },
  });
});

test('a call with an invalid message is refused with its location', async () => {
  const parse = createObjectParser(Translation, 'reject');
  const messages = [{ role: 'user', content: '{text}' }, { role: 'usr' }];
  expect(await parse({ messages }, ['ag_config'])).toEqual({
    ok: false,
    items: [
      {
        loc: ['ag_config', 'messages', 1, 'role'],
        msg: 'Input should be "system", "user" or "assistant"',
        type: 'enum',
      },
      { loc: ['ag_config', 'messages', 1, 'content'], msg: 'Field required', type: 'missing' },
    ],
  });
});

test('a handler that changes a message of the default fails, rather than to change the next call', async () => {
  const parse = createObjectParser(Translation, 'reject');
  const first = await parse({}, []);
  if (!first.ok) throw new Error('the defaults were refused');
  const { messages } = first.value as { messages: { content: string }[] };
  messages.push({ content: 'more' });
  expect(() => {
    if (messages[0] !== undefined) messages[0].content = 'changed';
  }).toThrow(TypeError);
  expect(await parse({}, [])).toEqual({ ok: true, value: Translation.parse({}) });
});

test.each([
  [['a b'], 'chatMessages() has the invalid variable "a b".'],
  [[5], 'chatMessages() has the invalid variable 5.'],
  [['a', 'a'], 'chatMessages() has the variable "a" twice.'],
  ['a', 'chatMessages(): the variables are not a list.'],
])('the variables %j are rejected', (variables, message) => {
  expect(() => chatMessages({ variables: variables as never })).toThrow(
    expect.objectContaining({ code: 'WF_WORKFLOW_INVALID', message }),
  );
});

test('tools and output schemas are a list and an object for those who do not know the kinds', () => {
  const schema = configSchema({ tools: tools({ names: ['a'] }).default([]), answer: outputSchema().default({}) });
  expect(toConfigJsonSchema(schema)['properties']).toMatchObject({
    tools: { type: 'array', 'x-parameter': 'tools', 'x-wf': true, 'x-tool-names': ['a'], default: [] },
    answer: { type: 'object', 'x-parameter': 'output_schema', 'x-wf': true, default: {} },
  });
});

test.each([
  [['a b'], 'tools() has the invalid name "a b".'],
  [['a', 'a'], 'tools() has the name "a" twice.'],
])('the names %j are rejected', (names, message) => {
  expect(() => tools({ names })).toThrow(expect.objectContaining({ code: 'WF_WORKFLOW_INVALID', message }));
});

test('the AI SDK takes filled messages, with a system message if that is allowed', async () => {
  const prompts: unknown[] = [];
  const model = new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      prompts.push(...prompt.map(({ role }) => role));
      return {
        content: [{ type: 'text', text: 'Hello.' }],
        finishReason: { unified: 'stop', raw: 'stop' },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        },
        warnings: [],
      };
    },
  });
  const messages = fillMessages(
    [
      { role: 'system', content: 'Be {tone}.' },
      { role: 'user', content: 'Hello' },
    ],
    { tone: 'kind' },
  );
  await expect(generateText({ model, messages })).rejects.toThrow('System messages are not allowed');
  expect((await generateText({ model, messages, allowSystemInMessages: true })).text).toBe('Hello.');
  expect(prompts).toEqual(['system', 'user']);
});
