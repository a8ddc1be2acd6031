import { ROOT_CONTEXT } from '@opentelemetry/api';
import { expect, test } from 'vitest';
import { ExchangeLog, type ModelCall, openExchange } from '../../../../src/runtime/model-calls/open-exchange.ts';
import { CallEndedError } from '../../../../src/runtime/model-calls/call-ended.ts';
import type { RequestHead } from '../../../../src/runtime/model-calls/model-endpoint.ts';

const HEAD: RequestHead = { method: 'POST', host: 'api.openai.com', path: '/v1/chat/completions' };
const REQUEST = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };
const READ = { model: 'm', isStream: false, asksForUsage: false, messages: REQUEST.messages };
const USAGE = { prompt_tokens: 1, completion_tokens: 2 };
const COMPLETION = { model: 'm', choices: [{ message: { content: 'Hi' } }] };
const ANSWER = { model: 'm', parts: [{ type: 'text', content: 'Hi' }], finishReasons: [] };
const NOTHING = { parts: [], finishReasons: [] };
const TOKENS = { input_tokens: 1, output_tokens: 2 };

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function open(head: Partial<RequestHead> = {}) {
  const log = new ExchangeLog();
  const exchange = openExchange({ ...HEAD, ...head }, () => log);
  if (exchange === null) throw new Error('no exchange');
  const answer = (text: string, status = 200, contentType = 'application/json', close: () => void = () => undefined) =>
    exchange.answered({ status, contentType, chunks: chunksOf(text), close });
  const calls = (limitMs = 60_000) => log.settle(limitMs);
  return { exchange, answer, calls };
}

const common = {
  operation: 'chat',
  provider: 'openai',
  host: 'api.openai.com',
  startedAt: expect.any(Date),
  endedAt: expect.any(Date),
  context: ROOT_CONTEXT,
  request: READ,
};

test('a call has its request, its answer and its tokens', async () => {
  const { exchange, answer, calls } = open();
  const text = JSON.stringify(REQUEST);
  exchange.sent(text.slice(0, 9));
  exchange.sent(Buffer.from(text.slice(9)));
  answer(JSON.stringify({ ...COMPLETION, usage: USAGE }));
  expect(await calls()).toEqual([{ ...common, answer: { ...ANSWER, tokens: TOKENS } }]);
});

test('nobody watches other addresses, or where nobody wants to know', () => {
  const unwanted = () => expect.unreachable();
  expect(openExchange({ ...HEAD, path: '/v1/models' }, unwanted)).toBeNull();
  expect(openExchange(HEAD, () => undefined)).toBeNull();
});

test('a host that nobody knows has no provider, and a path may name the model', async () => {
  const { exchange, answer, calls } = open({ host: 'gateway.example', path: '/deployments/d/chat/completions' });
  exchange.sent(JSON.stringify({ messages: [] }));
  answer(JSON.stringify({ choices: [], usage: USAGE }));
  const { provider: _, ...rest } = common;
  expect(await calls()).toEqual([
    {
      ...rest,
      host: 'gateway.example',
      request: { model: 'd', isStream: false, asksForUsage: false, messages: [] },
      answer: { tokens: TOKENS, ...NOTHING },
    },
  ]);
});

test.each([
  [{}, 'the answer reported no tokens; recordUsage would tell them'],
  [
    { stream: true },
    'the stream reported no tokens; stream_options: { include_usage: true } or recordUsage would tell them',
  ],
  [
    { stream: true, stream_options: { include_usage: true } },
    'the stream reported no tokens, though include_usage asks for them; recordUsage would tell them',
  ],
])('a call without tokens says how to report them: %j', async (more, reason) => {
  const { exchange, answer, calls } = open();
  exchange.sent(JSON.stringify({ ...REQUEST, ...more }));
  answer(JSON.stringify(COMPLETION));
  expect((await calls()).map((call) => [call.answer, call.reason])).toEqual([[ANSWER, reason]]);
});

test('a call whose answer is too large has happened', async () => {
  const { exchange, answer, calls } = open();
  exchange.sent(JSON.stringify(REQUEST));
  answer(' '.repeat(48 * 1024 * 1024 + 1));
  const reason = 'the answer was too large to be read; recordUsage would tell its tokens';
  expect(await calls()).toEqual([{ ...common, answer: NOTHING, reason }]);
});

test('a call that nobody reads to its end is given up', async () => {
  const reason = 'the answer was cut off before it reported its tokens; recordUsage would tell them';
  const unanswered = open();
  unanswered.exchange.sent(JSON.stringify(REQUEST));
  expect(await unanswered.calls(1)).toEqual([{ ...common, answer: NOTHING, reason }]);

  const endless = open();
  endless.exchange.sent(JSON.stringify(REQUEST));
  const closed = Promise.withResolvers<never>();
  const chunks = (async function* () {
    yield await closed.promise;
  })();
  const close = () => closed.reject(new CallEndedError());
  endless.exchange.answered({ status: 200, contentType: '', chunks, close });
  expect(await endless.calls(1)).toEqual([{ ...common, answer: NOTHING, reason }]);
});

test.each([
  [new Error('socket hang up'), 'socket hang up'],
  ['odd', 'odd'],
])('a call that fails says why: %s', async (error, failure) => {
  const { exchange, calls } = open();
  exchange.sent(JSON.stringify(REQUEST));
  exchange.failed(error);
  const reason = 'the call failed before it reported its tokens; recordUsage would tell them';
  expect(await calls()).toEqual([{ ...common, answer: NOTHING, failure, reason }]);
});

test('a call that nobody got costs nothing', async () => {
  const { exchange, calls } = open();
  exchange.sent(JSON.stringify(REQUEST));
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  exchange.failed(Object.assign(new TypeError('fetch failed'), { cause: refused }));
  expect(await calls()).toEqual([{ ...common, answer: null, failure: 'fetch failed' }]);
});

test('a refused call says why', async () => {
  const { exchange, answer, calls } = open();
  exchange.sent(JSON.stringify(REQUEST));
  answer('{"message":"Overloaded."}', 503);
  expect(await calls()).toEqual([{ ...common, answer: null, failure: '503: Overloaded.' }]);
});

const UNREAD = { isStream: false, messages: [] };

test('what goes to a provider is a call, understood or not', async () => {
  const request = open();
  request.exchange.sent('{}');
  request.answer(JSON.stringify({ ...COMPLETION, usage: USAGE }));
  expect(await request.calls()).toEqual([{ ...common, request: UNREAD, answer: { ...ANSWER, tokens: TOKENS } }]);
  const { provider: _, ...unknown } = { ...common, request: UNREAD, answer: null, isUnknown: true };
  const answered = open();
  answered.exchange.sent(JSON.stringify(REQUEST));
  answered.answer('{}');
  expect(await answered.calls()).toEqual([unknown]);
  const other = open({ path: '/v1/videos' });
  other.answer('{}');
  expect(await other.calls()).toEqual([unknown]);
  const socket = open({ method: 'GET', path: '/v1/realtime' });
  expect(await socket.calls()).toEqual([unknown]);
});

test('what a provider refuses is no call that was not understood', async () => {
  const other = open({ path: '/v1/videos' });
  other.answer('{}', 404);
  expect(await other.calls()).toEqual([]);
});

test('at a host of nobody, only an address that is of models is a call that was not understood', async () => {
  const chat = open({ host: 'localhost' });
  chat.exchange.sent(JSON.stringify(REQUEST));
  chat.answer('{}');
  expect(await chat.calls()).toMatchObject([{ host: 'localhost', isUnknown: true }]);
  const own = open({ host: 'localhost', path: '/api/chat' });
  own.exchange.sent(JSON.stringify(REQUEST));
  own.answer('{}');
  expect(await own.calls()).toEqual([]);
});

test('results that are fetched count as calls of their models; a failure to fetch them does not', async () => {
  const path = '/v1/files/f/content';
  const results = open({ method: 'GET', path });
  results.exchange.sent('anything');
  results.answer(`${JSON.stringify({ custom_id: '1', response: { body: { ...COMPLETION, usage: USAGE } } })}\n`);
  const request = UNREAD;
  expect(await results.calls()).toEqual([
    { ...common, request, answer: { ...NOTHING, model: 'm', isBatch: true, tokens: { ...TOKENS, batch: true } } },
  ]);
  const refused = open({ method: 'GET', path });
  refused.answer('{}', 404);
  expect(await refused.calls()).toEqual([]);
});

test('of a request over 8 MiB, only the answer is read', async () => {
  const calledWith = async (extra: number) => {
    const { exchange, answer, calls } = open();
    const text = JSON.stringify(REQUEST);
    exchange.sent(text);
    exchange.sent(Buffer.alloc(8 * 1024 * 1024 - text.length + extra, ' '));
    answer(JSON.stringify({ ...COMPLETION, usage: USAGE }));
    return (await calls()).map(({ request }) => request);
  };
  expect(await calledWith(0)).toEqual([READ]);
  expect(await calledWith(1)).toEqual([UNREAD]);
});

const call: ModelCall = {
  operation: 'chat',
  host: 'localhost',
  startedAt: new Date(0),
  endedAt: new Date(1),
  context: ROOT_CONTEXT,
  request: { isStream: false, asksForUsage: false, messages: [] },
  answer: null,
};

test('a log knows the calls that have ended, and those that end in time', async () => {
  const log = new ExchangeLog();
  const late = Promise.withResolvers<readonly ModelCall[]>();
  const fail = () => expect.unreachable();
  log.add({ calls: Promise.resolve([call]), abandon: fail });
  log.add({ calls: late.promise, abandon: fail });
  setImmediate(() => late.resolve([{ ...call, host: 'late' }]));
  expect(await log.settle(60_000)).toEqual([call, { ...call, host: 'late' }]);
  expect(await log.settle(60_000)).toHaveLength(2);
});

test('a log gives up a call that does not end in time', async () => {
  const log = new ExchangeLog();
  const endless = Promise.withResolvers<readonly ModelCall[]>();
  log.add({ calls: endless.promise, abandon: () => endless.resolve([call]) });
  expect(await log.settle(1)).toEqual([call]);
});
