import { expect, test } from 'vitest';
import {
  MAX_CLIENT_LENGTH,
  MAX_NAME_LENGTH,
  MAX_TEXT_LENGTH,
} from '../../../../../src/contract/host-protocol/limits.ts';
import { createCallChannel, fitsChannel, fitsExchange } from '../../../../../src/service/hosting/calls/call-channel.ts';
import { AnswerTimeout } from '../../../../../src/service/hosting/calls/send-request.ts';

interface Sent {
  readonly type: string;
  readonly id?: number;
  readonly calls?: readonly { readonly id: number; readonly body: string }[];
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

test('calls of one turn share messages, 32 to each', async () => {
  const { sent, ask, answer } = openChannel();
  const ids = Array.from({ length: 40 }, (_, index) => index + 1);
  const asked = ids.map((id) => ask(`${id}`));
  await nextTurn();
  expect(sent.map(({ type, calls }) => [type, calls?.length])).toEqual([
    ['calls', 32],
    ['calls', 8],
  ]);
  answer(...ids);
  expect((await Promise.all(asked)).map(({ text }) => text)).toEqual(ids.map(String));
});

test('answers match their calls in any order', async () => {
  const { ask, answer } = openChannel();
  const [first, second] = [ask('a'), ask('b')];
  answer(2, 1);
  expect([(await first).text, (await second).text]).toEqual(['1', '2']);
});

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

test('all calls in flight fail with the process', async () => {
  const { channel, ask } = openChannel();
  const asked = [ask('a'), ask('b')];
  channel.fail(new Error('The process ended.'));
  const ends = await Promise.allSettled(asked);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test.each([
  [MAX_NAME_LENGTH, MAX_TEXT_LENGTH, true],
  [MAX_NAME_LENGTH + 1, 0, false],
  [0, MAX_TEXT_LENGTH + 1, false],
])('a path of %i and a body of %i characters fit a message: %s', (path, body, fits) => {
  expect(fitsChannel({ path: '/'.repeat(path), body: 'x'.repeat(body) })).toBe(fits);
});

test.each([
  [MAX_NAME_LENGTH, MAX_CLIENT_LENGTH, true],
  [MAX_NAME_LENGTH + 1, 0, false],
  [0, MAX_CLIENT_LENGTH + 1, false],
])("a client's path of %i and a body of %i characters fit: %s", (path, body, fits) => {
  expect(fitsExchange({ path: '/'.repeat(path), body: 'x'.repeat(body) })).toBe(fits);
});

test('a call names its client, and its answer where it is kept', async () => {
  const { channel, sent } = openChannel();
  const limits = { signal: new AbortController().signal, timeoutMs: 60_000 };
  const client = { traceparent: null, mark: 'm' };
  const asked = [
    channel.ask({ path: '/run', body: '{}', revisionId: 'r-1', client, ...limits }),
    channel.ask({ path: '/run', body: '{}', revisionId: null, ...limits }),
  ];
  await nextTurn();
  expect(sent).toStrictEqual([
    {
      type: 'calls',
      calls: [
        { id: 1, path: '/run', body: '{}', revision: 'r-1', client },
        { id: 2, path: '/run', body: '{}', revision: null },
      ],
    },
  ]);
  const answer = { status: 200, text: '{}', retryAfter: '3' };
  channel.take([
    { id: 1, ...answer, keptAs: 'k' },
    { id: 2, ...answer },
  ]);
  expect(await Promise.all(asked)).toStrictEqual([
    { ...answer, keptAs: 'k', warmUp: 'first' },
    { ...answer, warmUp: 'first' },
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

test('the first call and those sent before any answer are marked', async () => {
  const { channel, ask, answer } = openChannel();
  const limits = { signal: new AbortController().signal, timeoutMs: 60_000 };
  const health = channel.ask({ path: '/openapi.json', body: '{}', revisionId: null, ...limits });
  answer(1);
  const early = [ask('a'), ask('b')];
  answer(3);
  const late = ask('c');
  answer(2, 4);
  const answers = await Promise.all([health, ...early, late]);
  expect(answers.map(({ warmUp }) => warmUp)).toEqual([undefined, 'first', 'early', undefined]);
});

test('each configuration has its own first call, because the process fetches it', async () => {
  const { channel, answer } = openChannel();
  const limits = { signal: new AbortController().signal, timeoutMs: 60_000 };
  const askWith = (revisionId: string | null) => channel.ask({ path: '/run', body: '{}', revisionId, ...limits });
  const asked = [askWith('r-1'), askWith('r-2'), askWith('r-1')];
  answer(1, 2, 3);
  const later = [askWith('r-1'), askWith('r-2'), askWith(null)];
  answer(4, 5, 6);
  const answers = await Promise.all([...asked, ...later]);
  expect(answers.map(({ warmUp }) => warmUp)).toEqual(['first', 'first', 'early', undefined, undefined, 'first']);
});
