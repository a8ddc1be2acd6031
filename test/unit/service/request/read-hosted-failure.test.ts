import { expect, test } from 'vitest';
import { readHostedFailure } from '../../../../src/service/request/read-hosted-failure.ts';

const plain = (status: number, body: string) => ({ kind: 'plain', answer: { status, headers: {}, body } }) as const;
const web = (response: Response) => ({ kind: 'web', response }) as const;
const HTML = new Response('<p>no</p>', { status: 500, headers: { 'content-type': 'text/html' } });
const LONG = Response.json({ detail: 'x' }, { status: 500, headers: { 'content-length': '70000' } });

const bytesOf = (length: number) =>
  new Response('{"detail":"x"}', {
    status: 500,
    headers: { 'content-type': 'application/json; charset=utf-8', 'content-length': String(length) },
  });

test.each([
  ['a success', plain(200, '{"detail":"odd"}'), null],
  ["a caller's mistake", plain(422, '{"detail":"odd"}'), null],
  ['a throw', plain(500, '{"detail":{"message":"no shelf"}}'), 'no shelf'],
  ['a process that ended', web(Response.json({ detail: 'It ended.' }, { status: 502 })), 'It ended.'],
  ['a long message', plain(500, JSON.stringify({ detail: 'x'.repeat(2000) })), 'x'.repeat(1000)],
  ['a detail of another kind', plain(500, '{"detail":[1]}'), null],
  ['a text', plain(500, 'no'), null],
  ['an array', plain(500, '[]'), null],
  ['a null', plain(500, 'null'), null],
  ['a page', web(HTML), null],
  ['a long answer', web(LONG), null],
  ['an answer that may be read', web(bytesOf(65_536)), 'x'],
  ['an answer that is too long', web(bytesOf(65_537)), null],
  ['an answer without a type', web(new Response(new Uint8Array(), { status: 500 })), null],
])('the failure of %s', async (_what, outcome, message) => {
  expect(await readHostedFailure(outcome)).toBe(message);
});

test('the answer can still be read', async () => {
  const response = Response.json({ detail: 'no' }, { status: 500 });
  await readHostedFailure(web(response));
  expect(await response.json()).toEqual({ detail: 'no' });
});
