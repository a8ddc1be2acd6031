import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { systemClock, type Clock, wait } from '../../../../src/client/sending/clock.ts';
import { sendOnce, type SendOnceOptions } from '../../../../src/client/sending/send-once.ts';
import type { Transport } from '../../../../src/client/transport/transport.ts';
import { fakeClock } from '../../../helpers/fake-clock.ts';

const url = new URL('http://host/x');
const request = { method: 'GET', url, headers: {}, body: null };

async function* chunks(...texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text);
}

const answering =
  (body: AsyncIterable<Uint8Array>, status = 200): Transport =>
  async () => ({ status, headers: { a: 'b' }, body });
const hanging: Transport = () => new Promise(() => undefined);

const send = async (transport: Transport, options: Partial<SendOnceOptions> = {}) =>
  await sendOnce({
    transport,
    clock: systemClock,
    request,
    timeoutMs: 60_000,
    signal: undefined,
    stream: false,
    maxAnswerBytes: 10,
    describe: ({ kind }) => new Error(kind),
    ...options,
  });

/** Counts the timers that run. */
function countingClock() {
  let running = 0;
  const startTimer: Clock['startTimer'] = (ms, action) => {
    running += 1;
    const cancel = systemClock.startTimer(ms, action);
    return () => {
      running -= 1;
      cancel();
    };
  };
  return { clock: { now: Date.now, startTimer }, running: () => running };
}

test('a complete response leaves no timer and no listener', async () => {
  const { signal } = new AbortController();
  const { clock, running } = countingClock();
  const outcome = await send(answering(chunks('12345', '67890')), { signal, clock });
  expect(outcome).toEqual({
    ok: true,
    answer: { url, method: 'GET', status: 200, headers: { a: 'b' }, bytes: Buffer.from('1234567890'), stream: null },
  });
  expect(running()).toBe(0);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a response beyond the limit is refused', async () => {
  const outcome = await send(answering(chunks('1234567890', '1')));
  expect(outcome).toMatchObject({ ok: false, failure: { kind: 'too-large', code: null } });
});

test('no response in time is a timeout, of which the transport learns', async () => {
  const seen: AbortSignal[] = [];
  const recording: Transport = ({ signal }) => {
    seen.push(signal);
    return new Promise(() => undefined);
  };
  const clock = fakeClock();
  const sending = send(recording, { clock });
  clock.elapse(60_000);
  expect(await sending).toMatchObject({ ok: false, failure: { kind: 'timeout' } });
  expect(seen.map(({ aborted }) => aborted)).toEqual([true]);
});

test('a signal that is aborted, before or meanwhile, interrupts', async () => {
  const interrupted = { ok: false, failure: { kind: 'interrupted', cause: 'enough' } };
  expect(await send(hanging, { signal: AbortSignal.abort('enough') })).toMatchObject(interrupted);
  const controller = new AbortController();
  const sending = send(hanging, { signal: controller.signal });
  controller.abort('enough');
  expect(await sending).toMatchObject(interrupted);
});

test.each([
  ['before a response', async () => await Promise.reject(withCode('ECONNRESET')), 'closed'],
  ['in the middle of one', answering(breaking()), 'truncated'],
] as const)('a connection that breaks %s', async (_, transport, kind) => {
  expect(await send(transport)).toMatchObject({ ok: false, failure: { kind, code: 'ECONNRESET' } });
});

test('a stream outlives the time limit, and its end leaves no listener', async () => {
  const { signal } = new AbortController();
  const { clock, running } = countingClock();
  const outcome = await send(answering(chunks('a', 'b')), { stream: true, signal, clock });
  expect(running()).toBe(0);
  expect(await readStream(outcome)).toBe('ab');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a stream that breaks, or is interrupted, throws the described error', async () => {
  await expect(readStream(await send(answering(breaking()), { stream: true }))).rejects.toThrow(
    expect.objectContaining({ message: 'truncated' }),
  );
  const controller = new AbortController();
  const outcome = await send(answering(endless()), { stream: true, signal: controller.signal });
  const reading = readStream(outcome);
  controller.abort();
  await expect(reading).rejects.toThrow(expect.objectContaining({ message: 'interrupted' }));
});

test.each([
  [199, false],
  [200, true],
  [299, true],
  [300, false],
])('a response of status %i is streamed: %j', async (status, streamed) => {
  const outcome = await send(answering(chunks('no'), status), { stream: true });
  expect(outcome.ok && outcome.answer.stream !== null).toBe(streamed);
  expect(await readStream(outcome)).toBe(streamed ? 'no' : '');
});

test('a failure is read completely, also where a stream is wanted', async () => {
  const outcome = await send(answering(chunks('no'), 404), { stream: true });
  expect(outcome).toMatchObject({ ok: true, answer: { status: 404, bytes: Buffer.from('no'), stream: null } });
});

test('a wait ends when its time is over, and leaves no listener', async () => {
  const clock = fakeClock();
  const { signal } = new AbortController();
  const waiting = [wait(clock, 50, signal), wait(clock, 50, undefined)];
  expect([clock.timers, getEventListeners(signal, 'abort').length]).toEqual([[50, 50], 1]);
  clock.elapse(50);
  await Promise.all(waiting);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a signal ends a wait with its reason, and its timer', async () => {
  const controller = new AbortController();
  const { clock, running } = countingClock();
  const waiting = wait(clock, 60_000, controller.signal);
  controller.abort('enough');
  await expect(waiting).rejects.toBe('enough');
  await expect(wait(clock, 60_000, controller.signal)).rejects.toBe('enough');
  expect([running(), getEventListeners(controller.signal, 'abort')]).toEqual([0, []]);
});

async function readStream(outcome: Awaited<ReturnType<typeof sendOnce>>): Promise<string> {
  let text = '';
  if (outcome.ok) for await (const chunk of outcome.answer.stream ?? []) text += Buffer.from(chunk).toString();
  return text;
}

async function* breaking() {
  yield Buffer.from('a');
  throw withCode('ECONNRESET');
}

async function* endless() {
  yield Buffer.from('a');
  await new Promise(() => undefined);
}

function withCode(code: string): Error {
  return Object.assign(new Error('broken'), { code });
}
