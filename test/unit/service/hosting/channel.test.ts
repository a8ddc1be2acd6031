import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FetchConfiguration, InvalidMessage } from '../../../../src/contract/host-protocol/bundle-protocol.ts';
import {
  MAX_SHORT_LENGTH,
  MAX_NAME_LENGTH,
  MAX_OPEN_QUESTIONS,
  MAX_TEXT_LENGTH,
} from '../../../../src/contract/host-protocol/limits.ts';
import { createCallChannel, fitsChannel } from '../../../../src/service/hosting/calls/call-channel.ts';
import { createQuestionQueue } from '../../../../src/service/hosting/calls/question-queue.ts';
import { AnswerTimeout } from '../../../../src/service/hosting/calls/send-request.ts';

interface Sent {
  readonly type: string;
  readonly id?: number;
}

const nextTurn = () =>
  new Promise((done) => {
    setImmediate(done);
  });

function openChannel() {
  const sent: Sent[] = [];
  // The test inspects the messages that the channel sends.
  const channel = createCallChannel((message) => sent.push(message));
  const ask = (body: string, signal = new AbortController().signal, timeoutMs = 60_000) =>
    channel.ask({ path: '/run', body, revisionId: 'r-1', signal, timeoutMs });
  const answer = (...ids: number[]) =>
    channel.take(ids.map((id) => ({ id, status: 200, text: `${id}`, retryAfter: null })));
  return { channel, sent, ask, answer };
}

test('a cancelled call is reported to the process, and its late answer is ignored', async () => {
  const { sent, ask, answer } = openChannel();
  const controller = new AbortController();
  const asked = ask('a', controller.signal);
  await nextTurn();
  controller.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
  expect(sent.at(-1)).toEqual({ type: 'cancel-call', id: 1 });
  expect(() => answer(1)).not.toThrow();
});

test('an immediate cancellation is sent after its call', async () => {
  const { sent, ask } = openChannel();
  const controller = new AbortController();
  const asked = ask('a', controller.signal);
  controller.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
  await nextTurn();
  expect(sent.map(({ type }) => type)).toEqual(['calls', 'cancel-call']);
});

test('a call that was cancelled before it began is not sent', async () => {
  const { sent, ask } = openChannel();
  await expect(ask('a', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  await nextTurn();
  expect(sent).toEqual([]);
});

test('a call that is not answered in time fails', async () => {
  const { sent, ask } = openChannel();
  await expect(ask('a', undefined, 1)).rejects.toBeInstanceOf(AnswerTimeout);
  expect(sent.at(-1)).toEqual({ type: 'cancel-call', id: 1 });
});

test.each([99, 101, 600, 999])('an answer with status %d fails its call alone', async (status) => {
  const { channel, ask, answer } = openChannel();
  const [bad, good] = [ask('a'), ask('b')];
  await nextTurn();
  channel.take([{ id: 1, status, text: '', retryAfter: null }]);
  answer(2);
  await expect(bad).rejects.toThrow(`answered with status ${status}; 200 to 599 are allowed`);
  expect((await good).text).toBe('2');
});

test.each([
  ['a message', undefined, MAX_TEXT_LENGTH],
  ["a client's message", MAX_SHORT_LENGTH, MAX_SHORT_LENGTH],
])('%s has a limit for its path and one for its body', (_, maxLength, maxBody) => {
  const fit = (path: number, body: number) =>
    fitsChannel({ path: '/'.repeat(path), body: 'x'.repeat(body) }, maxLength);
  expect([fit(MAX_NAME_LENGTH, maxBody), fit(MAX_NAME_LENGTH + 1, 0), fit(0, maxBody + 1)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a process is awaited until it has answered each call, and answers none twice', async () => {
  const { channel, ask, answer } = openChannel();
  const controller = new AbortController();
  expect(channel.isAwaited()).toBe(false);
  const asked = ask('a', controller.signal);
  controller.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
  expect(channel.isAwaited()).toBe(true);
  answer(1);
  expect(channel.isAwaited()).toBe(false);
  expect(() => answer(1)).toThrow('an answer to no call');
});

test('the first calls of a thousand configurations are remembered', async () => {
  const { channel, answer } = openChannel();
  const limits = { signal: new AbortController().signal, timeoutMs: 60_000 };
  let id = 0;
  const warmUpOf = async (revisionId: string) => {
    const asked = channel.ask({ path: '/run/shorten', body: '{}', revisionId, ...limits });
    answer((id += 1));
    return (await asked).warmUp;
  };
  for (let revision = 0; revision < 1000; revision += 1) await warmUpOf(`r-${revision}`);
  expect(await warmUpOf('r-0')).toBeUndefined();
  expect(await warmUpOf('r-1000')).toBe('first');
  expect([await warmUpOf('r-1'), await warmUpOf('r-0')]).toEqual([undefined, 'first']);
});

test('the first call of each configuration, which the process fetches, and those sent before its answer are marked', async () => {
  const { channel, answer } = openChannel();
  const limits = { signal: new AbortController().signal, timeoutMs: 60_000 };
  const ask = (revisionId: string | null, path = '/run') => channel.ask({ path, body: '{}', revisionId, ...limits });
  const health = ask(null, '/openapi.json');
  answer(1);
  const early = [ask('r-1'), ask('r-2'), ask('r-1')];
  answer(2, 3, 4);
  const late = [ask('r-1'), ask('r-2'), ask(null)];
  answer(5, 6, 7);
  const marked = (await Promise.all([health, ...early, ...late])).map(({ warmUp }) => warmUp);
  expect(marked).toEqual([undefined, 'first', 'first', 'early', undefined, undefined, 'first']);
});

describe('questions of a process', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  const question = (id: number): FetchConfiguration => ({ type: 'fetch-configuration', id, reference: {} });

  function openQueue({ answersAtOnce = true } = {}) {
    const state = { isCongested: false };
    const sent: number[] = [];
    const queue = createQuestionQueue(async () => (answersAtOnce ? {} : await new Promise(() => undefined)), {
      send: ({ id }) => void sent.push(id),
      isCongested: () => state.isCongested,
    });
    const ask = (count: number) => {
      for (let id = 1; id <= count; id += 1) queue.take(question(id));
    };
    return { ask, sent, state };
  }

  test('are answered in order, a hundred at once and then 1,000 a second', async () => {
    const { ask, sent } = openQueue();
    ask(250);
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toHaveLength(100);
    await vi.advanceTimersByTimeAsync(50);
    expect(sent).toHaveLength(150);
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
    expect(vi.getTimerCount()).toBe(0);
  });

  test('wait while the process does not read its answers', async () => {
    const { ask, sent, state } = openQueue();
    state.isCongested = true;
    ask(3);
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toEqual([]);
    state.isCongested = false;
    await vi.advanceTimersByTimeAsync(10);
    expect(sent).toEqual([1, 2, 3]);
  });

  test('break the protocol when too many have no answer', () => {
    const { ask } = openQueue({ answersAtOnce: false });
    ask(MAX_OPEN_QUESTIONS);
    expect(() => ask(1)).toThrow(InvalidMessage);
  });
});
