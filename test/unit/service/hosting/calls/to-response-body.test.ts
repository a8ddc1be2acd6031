import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { lengthOf, toResponseBody } from '../../../../../src/service/hosting/calls/to-response-body.ts';

test('an interrupted answer fails its reader with one line and no stack', async () => {
  await using server = createServer((_, response) => {
    response.write('data: 1\n\n', () => response.destroy());
  }).listen(0, '127.0.0.1');
  const incoming = Promise.withResolvers<IncomingMessage>();
  // A server that listens on a port has such an address.
  server.once('listening', () => get({ port: (server.address() as AddressInfo).port }, incoming.resolve));

  const body = await toResponseBody(await incoming.promise, null, new AbortController().signal);
  const broken: unknown = await new Response(body).text().catch((error: unknown) => error);

  expect(inspect(broken)).toBe('[A workflow broke off during its answer (aborted).]');
});

const nobody = new AbortController().signal;
const KB = 1024;

test('a short answer is buffered, and a longer one, or one of unknown length, is streamed', async () => {
  const chunks = () => Readable.from([Buffer.from('one '), Buffer.from('two')]);
  expect(await toResponseBody(chunks(), 64 * KB, nobody)).toEqual(new Uint8Array(Buffer.from('one two')));
  expect(await toResponseBody(Readable.from([Buffer.from('one')]), 3, nobody)).toEqual(
    new Uint8Array(Buffer.from('one')),
  );
  expect(await toResponseBody(Readable.from([]), 0, nobody)).toEqual(new Uint8Array());
  for (const length of [64 * KB + 1, null]) {
    const body = await toResponseBody(chunks(), length, nobody);
    expect(body).toBeInstanceOf(ReadableStream);
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
  const body = (await toResponseBody(incoming, null, nobody)) as ReadableStream<Uint8Array>;
  await new Promise((resolve) => setImmediate(resolve));
  expect(sent).toBeLessThan(12);
  expect((await new Response(body).arrayBuffer()).byteLength).toBe(100 * 16 * KB);
});

test('a reader that stops ends the answer, and whatever then breaks off is no failure', async () => {
  const caller = new AbortController();
  const cancelled = new Readable({ read: () => undefined });
  const body = (await toResponseBody(cancelled, null, caller.signal)) as ReadableStream<Uint8Array>;
  await body.cancel();
  expect(cancelled.destroyed).toBe(true);

  const left = new Readable({ read: () => undefined });
  const text = new Response(await toResponseBody(left, null, caller.signal)).text();
  left.push('part');
  caller.abort();
  left.destroy(new Error('aborted'));
  expect(await text).toBe('part');
});

test.each([
  [{ 'content-length': '7' }, 7],
  [{ 'content-length': 'x' }, null],
  [{}, null],
])('the length of an answer is that of its headers: %j', (headers, length) => {
  expect(lengthOf(headers)).toBe(length);
});
