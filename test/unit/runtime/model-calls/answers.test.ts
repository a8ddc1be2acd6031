import { expect, test } from 'vitest';
import { READERS } from '../../../../src/runtime/model-calls/read-answers.ts';
import type { AnswerReader } from '../../../../src/runtime/model-calls/answers/model-answer.ts';
import type { ModelProtocol } from '../../../../src/foundation/model-protocol.ts';

const names = Object.keys(READERS) as ModelProtocol[];
const loaded = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await READERS[name]()])));
const ANSWER_READERS = loaded as Record<ModelProtocol, AnswerReader>;

const whole = (protocol: ModelProtocol, body: Record<string, unknown>) => ANSWER_READERS[protocol].readWhole(body);

/** Reads events up to the last; the rest has to be unread. */
function stream(protocol: ModelProtocol, events: readonly Record<string, unknown>[]) {
  const reading = ANSWER_READERS[protocol].openStream();
  const last = events.findIndex((event) => reading.read(event));
  return { answer: reading.answer(), last };
}

test('a chat completion is read with its tools, its refusal and the details of its tokens', () => {
  const usage = {
    prompt_tokens: 9,
    completion_tokens: 4,
    total_tokens: 13,
    prompt_tokens_details: { cached_tokens: 3 },
    completion_tokens_details: { reasoning_tokens: 2 },
  };
  const tool_calls = [{ id: 't', function: { name: 'search', arguments: '{}' } }];
  const message = { content: null, refusal: 'No.', reasoning_content: 'Hm.', tool_calls };
  const choices = [{ message, finish_reason: 'tool_calls' }];
  expect(whole('chat-completions', { id: 'c', model: 'm', service_tier: 'flex', choices, usage })).toEqual({
    id: 'c',
    model: 'm',
    tokens: {
      input_tokens: 9,
      output_tokens: 4,
      total_tokens: 13,
      cache_read_tokens: 3,
      reasoning_tokens: 2,
      service_tier: 'flex',
    },
    parts: [
      { type: 'reasoning', content: 'Hm.' },
      { type: 'text', content: 'No.' },
      { type: 'tool_call', id: 't', name: 'search', arguments: '{}' },
    ],
    finishReasons: ['tool_calls'],
  });
});

test("a cache's hits are read under DeepSeek's name", () => {
  const usage = { prompt_tokens: 9, completion_tokens: 4, prompt_cache_hit_tokens: 5 };
  expect(whole('chat-completions', { choices: [], usage })?.tokens).toEqual({
    input_tokens: 9,
    output_tokens: 4,
    cache_read_tokens: 5,
  });
});

test('an answer of reasoning alone is read under the name of OpenRouter', () => {
  expect(whole('chat-completions', { choices: [{ message: { content: '', reasoning: 'Hm.' } }] })?.parts).toEqual([
    { type: 'reasoning', content: 'Hm.' },
  ]);
});

test('a completion without chat is read', () => {
  expect(whole('completions', { model: 'm', choices: [{ text: 'a' }], usage: { prompt_tokens: 1 } })).toEqual({
    model: 'm',
    tokens: { input_tokens: 1, output_tokens: null },
    parts: [{ type: 'text', content: 'a' }],
    finishReasons: [],
  });
});

test('pieces of a streamed chat completion are put together, and its newest counts hold', () => {
  const delta = (piece: object) => ({ model: 'm', choices: [{ delta: piece, finish_reason: null }] });
  const call = (piece: object, index = 0) => delta({ tool_calls: [{ index, ...piece }] });
  const { answer, last } = stream('chat-completions', [
    { id: 'c', ...delta({ content: 'An ' }), usage: { prompt_tokens: 5, completion_tokens: 1 } },
    delta({ content: 'answer.' }),
    call({ id: 't', function: { name: 'search', arguments: '{"a"' } }),
    call({ function: { arguments: ':1}' } }),
    call({ id: 'u', function: { name: 'find', arguments: '' } }, 1),
    { choices: [{ delta: {}, finish_reason: 'stop' }], usage: null },
    { choices: [], usage: { prompt_tokens: 5, completion_tokens: 7 } },
    { error: 'unrelated' },
  ]);
  expect(last).toBe(-1);
  expect(answer).toEqual({
    id: 'c',
    model: 'm',
    tokens: { input_tokens: 5, output_tokens: 7 },
    parts: [
      { type: 'text', content: 'An answer.' },
      { type: 'tool_call', id: 't', name: 'search', arguments: '{"a":1}' },
      { type: 'tool_call', id: 'u', name: 'find', arguments: '' },
    ],
    finishReasons: ['stop'],
  });
});

test('the usage of a stream may be in an event without choices', () => {
  const usage = { prompt_tokens: 5, completion_tokens: 7 };
  expect(stream('chat-completions', [{ usage }]).answer?.tokens).toEqual({ input_tokens: 5, output_tokens: 7 });
});

test("the usage of a stream is read under Groq's name", () => {
  const usage = { prompt_tokens: 5, completion_tokens: 7 };
  expect(stream('chat-completions', [{ choices: [], x_groq: { usage } }]).answer?.tokens).toEqual({
    input_tokens: 5,
    output_tokens: 7,
  });
});

test('a response is read with its reasoning and its call of a function', () => {
  const output = [
    { type: 'reasoning', summary: [{ text: 'Hm.' }] },
    { type: 'message', content: [{ text: 'Yes.' }, { refusal: 'No.' }, { type: 'image' }] },
    { type: 'function_call', call_id: 'f', name: 'search', arguments: '{}' },
  ];
  const usage = {
    input_tokens: 9,
    input_tokens_details: { cached_tokens: 3 },
    output_tokens: 4,
    output_tokens_details: { reasoning_tokens: 2 },
    total_tokens: 13,
  };
  const response = { id: 'r', status: 'completed', model: 'm', service_tier: 'default', output, usage };
  const expected = {
    id: 'r',
    model: 'm',
    tokens: {
      input_tokens: 9,
      output_tokens: 4,
      cache_read_tokens: 3,
      reasoning_tokens: 2,
      total_tokens: 13,
      service_tier: 'default',
    },
    parts: [
      { type: 'reasoning', content: 'Hm.' },
      { type: 'text', content: 'Yes.' },
      { type: 'text', content: 'No.' },
      { type: 'tool_call', id: 'f', name: 'search', arguments: '{}' },
    ],
    finishReasons: ['completed'],
  };
  expect(whole('responses', response)).toEqual(expected);
  const created = { type: 'response.created', response: { model: 'm', output: [], usage: null } };
  const events = [created, { type: 'response.output_text.delta' }, { type: 'response.completed', response }];
  expect(stream('responses', events)).toEqual({ answer: expected, last: 2 });
});

test.each(['response.incomplete', 'response.failed'])('%s is the last event of a response', (type) => {
  expect(stream('responses', [{ type, response: { output: [] } }])).toEqual({
    answer: { parts: [], finishReasons: [] },
    last: 0,
  });
});

const counted = { input_tokens: 8, cache_read_input_tokens: 2, cache_creation_input_tokens: 5, output_tokens: 4 };
const TOKENS = {
  input_tokens: 8,
  output_tokens: 4,
  isCacheIncluded: false,
  cache_read_tokens: 2,
  cache_write_tokens: 5,
  cache_write_1h_tokens: 1,
  service_tier: 'standard',
};

test("an Anthropic message's cached tokens are counted apart", () => {
  const content = [
    { type: 'thinking', thinking: 'Hm.' },
    { type: 'text', text: 'Yes.' },
    { type: 'tool_use', id: 't', name: 'search', input: { a: 1 } },
    { type: 'image' },
  ];
  const usage = { ...counted, cache_creation: { ephemeral_1h_input_tokens: 1 }, service_tier: 'standard' };
  expect(whole('messages', { id: 'i', type: 'message', model: 'm', content, stop_reason: 'end_turn', usage })).toEqual({
    id: 'i',
    model: 'm',
    tokens: TOKENS,
    parts: [
      { type: 'reasoning', content: 'Hm.' },
      { type: 'text', content: 'Yes.' },
      { type: 'tool_call', id: 't', name: 'search', arguments: { a: 1 } },
    ],
    finishReasons: ['end_turn'],
  });
});

test("a streamed Anthropic message has the last event's output and the first one's input", () => {
  const usage = {
    ...counted,
    output_tokens: 1,
    cache_creation: { ephemeral_1h_input_tokens: 1 },
    service_tier: 'standard',
  };
  const events = [
    { type: 'message_start', message: { id: 'i', model: 'm', usage } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { text: 'Ye' } },
    { type: 'content_block_delta', index: 0, delta: { text: 's.' } },
    { type: 'content_block_start', index: 2, content_block: { type: 'thinking', thinking: '' } },
    { type: 'content_block_delta', index: 2, delta: { thinking: 'Hm' } },
    { type: 'content_block_delta', index: 2, delta: { thinking: '.' } },
    { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 't', name: 'search', input: {} } },
    { type: 'content_block_delta', index: 1, delta: { partial_json: '{}' } },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 4, input_tokens: null } },
    { type: 'message_stop' },
    { type: 'message_start', message: {} },
  ];
  expect(stream('messages', events)).toEqual({
    answer: {
      id: 'i',
      model: 'm',
      tokens: TOKENS,
      parts: [
        { type: 'text', content: 'Yes.' },
        { type: 'reasoning', content: 'Hm.' },
        { type: 'tool_call', id: 't', name: 'search', arguments: '{}' },
      ],
      finishReasons: ['tool_use'],
    },
    last: 10,
  });
  expect(stream('messages', events.slice(0, 9)).answer?.tokens).toEqual({ ...TOKENS, output_tokens: null });
});

test('embeddings write nothing', () => {
  expect(whole('embeddings', { model: 'm', data: [], usage: { prompt_tokens: 3 } })).toEqual({
    model: 'm',
    tokens: { input_tokens: 3, output_tokens: 0 },
    parts: [],
    finishReasons: [],
  });
  expect(whole('embeddings', { data: [], usage: { total_tokens: 3 } })?.tokens?.input_tokens).toBe(3);
  expect(whole('embeddings', { data: [] })).toEqual({ parts: [], finishReasons: [] });
  expect(stream('embeddings', [{ data: [] }])).toEqual({ answer: null, last: 0 });
});

test.each(names.filter((name) => name !== 'invoke'))('%s reads nothing of another shape', (protocol) => {
  expect(whole(protocol, { id: 1, type: 'message', usage: 3 })).toBeNull();
  expect(stream(protocol, [{ id: 1 }]).answer).toBeNull();
});

test.each([-1, Number.NaN, '3', null])('a count of %s is unknown', (count) => {
  const usage = { prompt_tokens: count, input_tokens: count, output_tokens: 1 };
  expect(whole('chat-completions', { choices: [], usage })?.tokens).toBeUndefined();
  expect(whole('responses', { output: [], usage })?.tokens).toBeUndefined();
  expect(whole('messages', { type: 'message', usage })?.tokens).toBeUndefined();
});
