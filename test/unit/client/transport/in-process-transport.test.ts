import { expect, test } from 'vitest';
import { inProcessTransport } from '../../../../src/client/transport/in-process-transport.ts';
import { BugError, UserError } from '../../../../src/errors/wf-error.ts';

const request = {
  method: 'POST',
  url: new URL('http://wf.invalid/apps'),
  headers: { 'x-one': '1' },
  body: 'hello',
  signal: AbortSignal.timeout(10_000),
};

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test('a request reaches the service, and its response comes back', async () => {
  const send = inProcessTransport(async (received) => {
    const seen = [received.method, received.url, received.headers.get('x-one'), await received.text()];
    return new Response(seen.join(' '), { status: 201, headers: { 'x-two': '2' } });
  });
  const { status, headers, body } = await send(request);
  expect([status, headers['x-two'], await textOf(body)]).toEqual([201, '2', 'POST http://wf.invalid/apps 1 hello']);
});

test('a response without a body has no chunks', async () => {
  const { status, body } = await inProcessTransport(async () => new Response(null, { status: 204 }))(request);
  expect([status, await textOf(body)]).toEqual([204, '']);
});

test('an unknown failure of the service is a bug, a known one is reported as it is', async () => {
  const cause = new Error('no table');
  const failed = await inProcessTransport(() => Promise.reject(cause))(request).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(BugError);
  expect(failed).toMatchObject({ message: 'The embedded service failed.', cause });
  const known = new UserError({ code: 'WF_CONFLICT', message: 'It is locked.' });
  await expect(inProcessTransport(() => Promise.reject(known))(request)).rejects.toBe(known);
});
