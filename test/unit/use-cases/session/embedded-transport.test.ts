import { expect, test } from 'vitest';
import type { WireRequest } from '../../../../src/client/transport/transport.ts';
import { UserError } from '../../../../src/errors/wf-error.ts';
import {
  embeddedTransport,
  type EmbeddedTransportOptions,
} from '../../../../src/use-cases/session/embedded-transport.ts';

type Answer = EmbeddedTransportOptions['answer'];

async function send(answer: Answer, change: Partial<WireRequest> = {}, failure?: unknown) {
  const transport = embeddedTransport({ answer, failureOf: (id) => (id === 'req-1' ? failure : undefined) });
  const { body, ...response } = await transport({
    method: 'POST',
    url: new URL('http://embedded.wf.invalid/apps?a=1'),
    headers: { accept: 'application/json' },
    body: '{"a":1}',
    signal: new AbortController().signal,
    ...change,
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return { ...response, chunks: chunks.map((chunk) => Buffer.from(chunk).toString()) };
}

const answering =
  (body: unknown, headers: Record<string, string> = {}): Answer =>
  async () =>
    ({ kind: 'plain', answer: { status: 200, headers, body } }) as Awaited<ReturnType<Answer>>;

test('a request reaches the service as it is', async () => {
  const seen: unknown[] = [];
  const answer: Answer = async (request) => {
    const parts: string[] = [];
    for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>)
      parts.push(Buffer.from(chunk).toString());
    seen.push({
      method: request.method,
      url: request.url,
      accept: request.headers.get('Accept'),
      has: [request.headers.has('ACCEPT'), request.headers.has('range')],
      missing: request.headers.get('range'),
      parts,
      buffer: Buffer.from(await request.arrayBuffer()).toString(),
      web: await request.toWeb().text(),
    });
    return await answering('{}')(request);
  };
  await send(answer);
  expect(seen).toEqual([
    {
      method: 'POST',
      url: 'http://embedded.wf.invalid/apps?a=1',
      accept: 'application/json',
      has: [true, false],
      missing: null,
      parts: ['{"a":1}'],
      buffer: '{"a":1}',
      web: '{"a":1}',
    },
  ]);
  const bodies: unknown[] = [];
  await send(
    async (request) => {
      bodies.push(request.body, (await request.arrayBuffer()).byteLength);
      return await answering('')(request);
    },
    { method: 'GET', body: null },
  );
  expect(bodies).toEqual([null, 0]);
});

test.each([
  ['[]', ['[]']],
  [new TextEncoder().encode('[]'), ['[]']],
  ['', []],
  [null, []],
])('the answer %j arrives as %j', async (body, chunks) => {
  expect(await send(answering(body, { 'content-type': 'x' }))).toEqual({
    status: 200,
    headers: { 'content-type': 'x' },
    chunks,
  });
});

test('an answer for browsers arrives, too', async () => {
  const web = (body: string | null) =>
    send(async () => ({ kind: 'web', response: new Response(body, { status: 202 }) }) as never);
  expect(await web('ok')).toMatchObject({ status: 202, chunks: ['ok'] });
  expect(await web(null)).toMatchObject({ status: 202, headers: {}, chunks: [] });
});

test('the error behind a failed request is thrown, as its log would be out of reach', async () => {
  const full = new UserError({ code: 'WF_DATABASE', message: 'The disk is full.' });
  const failed = answering('{}', { 'x-request-id': 'req-1' });
  await expect(send(failed, {}, full)).rejects.toBe(full);
  expect(await send(failed, {}, new Error('other'))).toMatchObject({ status: 200 });
  expect(await send(answering('{}'), {}, full)).toMatchObject({ status: 200 });
  await expect(send(() => Promise.reject(full))).rejects.toBe(full);
  await expect(send(() => Promise.reject(new Error('oops')))).rejects.toMatchObject({
    code: 'WF_BUG',
    message: expect.stringContaining('The embedded service failed.') as string,
  });
});
