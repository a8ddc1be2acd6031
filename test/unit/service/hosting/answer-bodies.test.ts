import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { ANSWER } from '../../../../src/foundation/sizes.ts';
import {
  type AnswerBodyOptions,
  createHeldAnswers,
  toResponseBody,
} from '../../../../src/service/hosting/calls/answer-body.ts';

const KB = 1024;
const MB = 1024 * KB;

/** Reads the body of an answer without a type and a length, unless given. */
async function bodyOf(incoming: Readable, options: Partial<AnswerBodyOptions> = {}) {
  const caller = new AbortController().signal;
  const unknown = { contentLength: null, contentType: null, caller, held: createHeldAnswers()('a') };
  return await toResponseBody(incoming, { ...unknown, ...options });
}

/** A source of parts of a megabyte; how many were taken tells how much was read. */
function megabytes(count: number) {
  const taken = { count: 0 };
  const parts = function* () {
    for (; taken.count < count; taken.count += 1) yield Buffer.alloc(MB, 'x');
  };
  return { taken, incoming: Readable.from(parts(), { objectMode: true, highWaterMark: 1 }) };
}

test('a short answer is buffered, and a longer one, or one of unknown length, is streamed', async () => {
  const chunks = () => Readable.from([Buffer.from('one '), Buffer.from('two')]);
  const short = new Uint8Array(Buffer.from('one two'));
  expect(await bodyOf(chunks(), { contentLength: 64 * KB })).toEqual({ body: short, length: 64 * KB });
  expect(await bodyOf(Readable.from([]), { contentLength: 0 })).toEqual({ body: new Uint8Array(), length: 0 });
  for (const contentLength of [64 * KB + 1, null]) {
    const { body, length } = await bodyOf(chunks(), { contentLength });
    expect([body, length]).toEqual([expect.any(ReadableStream), contentLength]);
    expect(await new Response(body).text()).toBe('one two');
  }
});

test('what nobody reads is not fetched beyond 64 KiB', async () => {
  let sent = 0;
  const incoming = new Readable({
    read() {
      sent += 1;
      this.push(sent > 100 ? null : Buffer.alloc(16 * KB));
    },
  });
  const { body } = await bodyOf(incoming);
  // It has stopped when the source waits, with as much as it holds itself.
  await expect.poll(() => incoming.isPaused() && incoming.readableLength >= incoming.readableHighWaterMark).toBe(true);
  expect(sent).toBeLessThan(12);
  expect((await new Response(body).arrayBuffer()).byteLength).toBe(100 * 16 * KB);
});

describe('an answer that is too long', () => {
  const json = { contentType: 'application/json; charset=utf-8' };

  test('is refused at once where its length is declared', async () => {
    const { incoming, taken } = megabytes(65);
    await expect(bodyOf(incoming, { contentLength: ANSWER.most + 1 })).rejects.toThrow('more than 64 MiB');
    expect(taken.count).toBe(0);
  });

  test('is refused before it is passed on where it is JSON, and is not read to its end', async () => {
    const { incoming, taken } = megabytes(1000);
    await expect(bodyOf(incoming, json)).rejects.toThrow('more than 10 MiB of JSON without a Content-Length');
    expect(taken.count).toBeLessThan(14);
  });

  test('breaks off where it is anything else, and is not read to its end', async () => {
    const { incoming, taken } = megabytes(1000);
    const { body } = await bodyOf(incoming, { contentType: 'text/event-stream' });
    await expect(new Response(body).arrayBuffer()).rejects.toThrow('(answered with more than 64 MiB)');
    expect(taken.count).toBeLessThan(68);
  });

  test('fits when it is as long as it may be', async () => {
    const { body, length } = await bodyOf(megabytes(10).incoming, json);
    expect([length, (await new Response(body).arrayBuffer()).byteLength]).toEqual([10 * MB, 10 * MB]);
  });
});

test('JSON that callers do not read yet fills the memory of its workflow, and returns it when read or left', async () => {
  const heldBy = createHeldAnswers();
  const jsonOf = (workflow: string) => ({ contentType: 'application/problem+json', held: heldBy(workflow) });
  const first = await bodyOf(megabytes(8).incoming, jsonOf('a'));
  const full = {
    message: 'answered while others of it did, with more than 12 MiB of JSON without a Content-Length together',
    mayPass: true,
  };
  await expect(bodyOf(megabytes(5).incoming, jsonOf('a'))).rejects.toMatchObject(full);
  expect((await bodyOf(megabytes(8).incoming, jsonOf('b'))).length).toBe(8 * MB);
  await new Response(first.body).arrayBuffer();
  const { body: left } = await bodyOf(megabytes(9).incoming, jsonOf('a'));
  await (left as ReadableStream<Uint8Array>).cancel();
  expect((await bodyOf(megabytes(9).incoming, jsonOf('a'))).length).toBe(9 * MB);
});

test('a reader that stops ends the answer, and whatever then breaks off is no failure', async () => {
  const caller = new AbortController();
  const cancelled = new Readable({ read: () => undefined });
  const { body } = await bodyOf(cancelled, { caller: caller.signal });
  await (body as ReadableStream<Uint8Array>).cancel();
  expect(cancelled.destroyed).toBe(true);

  const left = new Readable({ read: () => undefined });
  const text = new Response((await bodyOf(left, { caller: caller.signal })).body).text();
  left.push('part');
  caller.abort();
  left.destroy(new Error('aborted'));
  expect(await text).toBe('part');
});
