import { expect, test } from 'vitest';
import type { ModelEndpoint } from '../../../../src/runtime/model-calls/model-endpoint.ts';
import { readAnswers } from '../../../../src/runtime/model-calls/read-answers.ts';

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

test.each(['[]', '{', '{"status":"in_progress","choices":[]}', '{"status":"queued","choices":[]}', '{}'])(
  'what is no answer, or none yet, is none: %s',
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
  expect(await read(CHAT, 'data: {}\n\n', { contentType })).toEqual({ answers: [] });
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
  expect(await read(CHAT, JSON.stringify(COMPLETION), { failure })).toEqual({ answers: [], problem: 'cut off' });
  const stream = { contentType: 'text/event-stream', failure };
  expect(await read(CHAT, `${event('Hi ')}${event('ä')}`, stream)).toEqual({ answers: [SAID], problem: 'cut off' });
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
    expect(await readLater({ ...response, ...change })).toEqual({ answers: [] });
  }
});

test.each([
  [400, '{"error":{"message":"No such model."},"message":"other"}', '400: No such model.'],
  [503, '{"message":"Overloaded."}', '503: Overloaded.'],
  [429, '{"error":"slow"}', '429'],
  [500, '<html>', '500'],
  [502, `{"message":"Too long."}${' '.repeat(64 * 1024 - 23)}`, '502: Too long.'],
  [502, `{"message":"Too long."}${' '.repeat(64 * 1024 - 22)}`, '502'],
])('a refusal is told with its status: %i', async (status, text, refusal) => {
  expect(await read(CHAT, text, { status })).toEqual({ answers: [], refusal });
});
