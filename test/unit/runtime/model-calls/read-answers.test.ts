import { expect, test } from 'vitest';
import { CallEndedError } from '../../../../src/runtime/model-calls/call-ended.ts';
import { readAnswers } from '../../../../src/runtime/model-calls/read-answers.ts';
import { readBatch } from '../../../../src/runtime/model-calls/read-batch.ts';
import type { ModelEndpoint } from '../../../../src/runtime/model-calls/model-endpoint.ts';

const CHAT: ModelEndpoint = { kind: 'call', protocol: 'chat-completions' };
const COMPLETION = { id: 'c', model: 'm', choices: [{ message: { content: 'Hi ä' }, finish_reason: 'stop' }] };
const ANSWER = { id: 'c', model: 'm', parts: [{ type: 'text', content: 'Hi ä' }], finishReasons: ['stop'] };

interface Body {
  readonly status?: number;
  readonly contentType?: string;
  /** Thrown when all has been read. */
  readonly failure?: Error;
}

async function* inPieces(text: string, failure?: Error): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  // A character may be in two pieces.
  for (let at = 0; at < bytes.length; at += 5) yield bytes.subarray(at, at + 5);
  if (failure !== undefined) throw failure;
}

const read = (endpoint: ModelEndpoint, text: string, { status = 200, contentType = '', failure }: Body = {}) =>
  readAnswers(endpoint, { status, contentType, chunks: inPieces(text, failure), close: () => undefined });

test('a whole answer is read', async () => {
  expect(await read(CHAT, JSON.stringify(COMPLETION))).toEqual({ answers: [ANSWER] });
  expect(await read(CHAT, JSON.stringify(COMPLETION), { status: 399 })).toEqual({ answers: [ANSWER] });
});

test.each(['[]', '{', '{}', '<html>'])('what is no answer is not understood: %s', async (text) => {
  expect(await read(CHAT, text)).toEqual({ answers: [], problem: 'not understood' });
});

test.each(['{"status":"in_progress","choices":[]}', '{"status":"queued","choices":[]}'])(
  'what is no answer yet is none: %s',
  async (text) => {
    expect(await read(CHAT, text)).toEqual({ answers: [] });
  },
);

const event = (content: string) => `data: ${JSON.stringify({ id: 'c', choices: [{ delta: { content } }] })}\n\n`;
const SAID = { id: 'c', parts: [{ type: 'text', content: 'Hi ä' }], finishReasons: [] };

test('a stream is read to its last event, and no further', async () => {
  const contentType = 'text/event-stream; charset=utf-8';
  const text = `${event('Hi ')}data: 7\n\n${event('ä')}data: [DONE]\n\n${event('!')}`;
  expect(await read(CHAT, text, { contentType })).toEqual({ answers: [SAID] });
  expect(await read(CHAT, 'data: {}\n\n', { contentType })).toEqual({ answers: [], problem: 'not understood' });
  const done = [
    { type: 'response.completed', response: { id: 'r', output: [] } },
    { type: 'response.created', response: { id: 's', output: [] } },
  ];
  const events = done.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('');
  const responses: ModelEndpoint = { kind: 'call', protocol: 'responses' };
  expect(await read(responses, events, { contentType })).toEqual({
    answers: [{ id: 'r', parts: [], finishReasons: [] }],
  });
});

test('an answer that is cut off is what arrived', async () => {
  const failure = new Error('terminated');
  const cut = { problem: 'cut off', failure: 'the answer was cut off: terminated' };
  expect(await read(CHAT, JSON.stringify(COMPLETION), { failure })).toEqual({ answers: [], ...cut });
  const stream = { contentType: 'text/event-stream', failure };
  expect(await read(CHAT, `${event('Hi ')}${event('ä')}`, stream)).toEqual({ answers: [SAID], ...cut });
});

test('an answer that nobody waits for has not failed', async () => {
  const failure = new CallEndedError();
  expect(await read(CHAT, JSON.stringify(COMPLETION), { failure })).toEqual({ answers: [], problem: 'cut off' });
  const stream = { contentType: 'text/event-stream', failure };
  expect(await read(CHAT, event('Hi ä'), stream)).toEqual({ answers: [SAID], problem: 'cut off' });
});

test('a stream that ends before its answer has failed', async () => {
  const contentType = 'text/event-stream';
  expect(await read(CHAT, event('Hi ä'), { contentType })).toEqual({
    answers: [SAID],
    failure: 'the stream ended before the answer did',
  });
});

test.each([
  ['chat-completions', { error: { message: 'Overloaded' } }, 'Overloaded'],
  ['messages', { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'Overloaded'],
  ['messages', { type: 'error', error: { type: 'overloaded_error' } }, 'overloaded_error'],
  ['responses', { type: 'error', code: 'server_error', message: 'Broken' }, 'Broken'],
  ['responses', { type: 'response.failed', response: { output: [], error: { message: 'Broken' } } }, 'Broken'],
  ['gemini', { error: { code: 503, message: 'Busy', status: 'UNAVAILABLE' } }, 'Busy'],
  ['cohere-chat', { type: 'message-end', delta: { error: 'Broken', finish_reason: 'ERROR' } }, 'Broken'],
  ['ollama', { error: 'out of memory' }, 'out of memory'],
  ['converse', { error: { message: 'modelStreamErrorException: Broken' } }, 'modelStreamErrorException: Broken'],
] as const)('an error within a stream of %s is a failure: %j', async (protocol, error, failure) => {
  const stream = `data: ${JSON.stringify(error)}\n\n`;
  const result = await read({ kind: 'call', protocol }, stream, { contentType: 'text/event-stream' });
  expect(result.failure).toBe(failure);
});

test('an error in a whole answer with status 200 is a failure', async () => {
  expect(await read(CHAT, '{"error":{"message":"No credits"}}')).toEqual({ answers: [], failure: 'No credits' });
});

test('an answer of 48 MiB is read, and no larger one', async () => {
  const piece = Buffer.alloc(1024 * 1024, ' ');
  const bodyOf = (rest: string) => ({
    status: 200,
    contentType: 'application/json',
    chunks: (async function* () {
      const text = Buffer.from(JSON.stringify(COMPLETION));
      yield text;
      for (let count = 1; count < 48; count += 1) yield piece;
      yield piece.subarray(text.toString().length);
      yield Buffer.from(rest);
    })(),
    close: () => undefined,
  });
  expect(await readAnswers(CHAT, bodyOf(''))).toEqual({ answers: [ANSWER] });
  expect(await readAnswers(CHAT, bodyOf(' '))).toEqual({ answers: [], problem: 'too large' });
});

test('an answer of the background counts once it is done, and only one that was made there', async () => {
  const response = { object: 'response', background: true, status: 'completed', id: 'r', output: [] };
  const readLater = (body: object) => read({ kind: 'background' }, JSON.stringify(body));
  expect(await readLater(response)).toEqual({ answers: [{ id: 'r', parts: [], finishReasons: ['completed'] }] });
  for (const change of [{ background: false }, { object: 'file' }, { status: 'in_progress' }]) {
    expect((await readLater({ ...response, ...change })).answers).toEqual([]);
  }
});

test.each([
  [400, '{"error":{"message":"No such model."},"message":"other"}', '400: No such model.'],
  [503, '{"message":"Overloaded."}', '503: Overloaded.'],
  [429, '{"error":"slow"}', '429: slow'],
  [400, '[{"error":{"code":400,"message":"API key not valid."}}]', '400: API key not valid.'],
  [403, '{"Message":"not authorized"}', '403: not authorized'],
  [500, '<html>', '500'],
  [502, `{"message":"Too long."}${' '.repeat(64 * 1024 - 23)}`, '502: Too long.'],
  [502, `{"message":"Too long."}${' '.repeat(64 * 1024 - 22)}`, '502'],
])('a refusal is told with its status: %i', async (status, text, refusal) => {
  expect(await read(CHAT, text, { status })).toEqual({ answers: [], refusal });
});

const counted = { input_tokens: 8, cache_read_input_tokens: 2, cache_creation_input_tokens: 5, output_tokens: 4 };

async function* pieces(...texts: string[]) {
  yield* texts;
}

test('results of a batch are added up by model, however the file is cut', async () => {
  const message = (model: string, usage: object) =>
    JSON.stringify({ custom_id: 'a', result: { type: 'succeeded', message: { type: 'message', model, usage } } });
  const failed = JSON.stringify({ custom_id: 'b', result: { type: 'errored', error: {} } });
  const text = [message('m', counted), failed, '', message('m', counted), message('n', counted)].join('\n');
  const tokens = { isCacheIncluded: false, batch: true, cache_read_tokens: 4, cache_write_tokens: 10 };
  const common = { parts: [], finishReasons: [], isBatch: true };
  expect(await readBatch(pieces(text.slice(0, 70), text.slice(70)))).toEqual([
    { model: 'm', tokens: { ...tokens, input_tokens: 16, output_tokens: 8 }, ...common },
    {
      model: 'n',
      tokens: { ...tokens, cache_read_tokens: 2, cache_write_tokens: 5, input_tokens: 8, output_tokens: 4 },
      ...common,
    },
  ]);
});

test('any other file is left at its first line', async () => {
  expect(await readBatch(pieces('{"text":"a"}\n{"custom_id":"a","response":{"body":{"choices":[]}}}'))).toEqual([]);
  expect(await readBatch(pieces('no JSON'))).toEqual([]);
});

const common = { parts: [], finishReasons: [], isBatch: true };
const ofOpenAi = (model: string, usage: object) =>
  JSON.stringify({ custom_id: 'a', response: { body: { model, choices: [], usage } } });

test('all counts are added up, and those that are 0 are left out', async () => {
  const usage = {
    prompt_tokens: 1,
    completion_tokens: 0,
    prompt_tokens_details: { cached_tokens: 1 },
    completion_tokens_details: { reasoning_tokens: 1 },
  };
  const message = {
    type: 'message',
    model: 'n',
    usage: { ...counted, cache_creation: { ephemeral_1h_input_tokens: 1 } },
  };
  const lines = [
    ofOpenAi('m', usage),
    ofOpenAi('m', usage),
    ofOpenAi('o', { prompt_tokens: 0, completion_tokens: 3 }),
    JSON.stringify({ custom_id: 'b', result: { message } }),
  ];
  expect(await readBatch(pieces(`${lines.join('\n')}\n \n`))).toEqual([
    {
      model: 'm',
      tokens: { input_tokens: 2, output_tokens: 0, cache_read_tokens: 2, reasoning_tokens: 2, batch: true },
      ...common,
    },
    { model: 'o', tokens: { input_tokens: 0, output_tokens: 3, batch: true }, ...common },
    {
      model: 'n',
      tokens: {
        input_tokens: 8,
        output_tokens: 4,
        cache_read_tokens: 2,
        cache_write_tokens: 5,
        cache_write_1h_tokens: 1,
        isCacheIncluded: false,
        batch: true,
      },
      ...common,
    },
  ]);
});

test('the results before a line that is no result count', async () => {
  const result = ofOpenAi('m', { prompt_tokens: 1, completion_tokens: 0 });
  expect(await readBatch(pieces(`${result}\nno JSON\n${result}`))).toEqual([
    { model: 'm', tokens: { input_tokens: 1, output_tokens: 0, batch: true }, ...common },
  ]);
});

test.each([
  [0, 1],
  [1, 0],
])('a line of 16 MiB and %d characters gives %d models', async (extra, count) => {
  const line = ofOpenAi('m', { prompt_tokens: 1 });
  const padding = ' '.repeat(16 * 1024 * 1024 + extra - line.length);
  expect(await readBatch(pieces(line + padding, '\n'))).toHaveLength(count);
});
