import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { RawAnswer } from '../../../../src/client/calls/raw-request.ts';
import { callApi, type CallApiOptions } from '../../../../src/use-cases/scripts/call-api.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

test('method, path and body are sent as typed', async () => {
  const { options, calls } = given({ method: 'post', path: 'apps?x=1', body: '{"app_name": "support"}' });
  await callApi(options);
  expect(calls).toEqual([
    { name: 'request', input: { method: 'POST', path: '/apps?x=1', body: { app_name: 'support' } } },
  ]);
});

test('a body is read from a file or from standard input', async () => {
  await using project = await tempProject({ 'body.json': '[1]' });
  const fromFile = given({ body: '@body.json', cwd: project.root });
  await callApi(fromFile.options);
  const fromStdin = given({ body: '-', stdin: Readable.from(['null']) });
  await callApi(fromStdin.options);
  expect([...fromFile.calls, ...fromStdin.calls].map(({ input }) => input)).toEqual([
    { method: 'GET', path: '/health', body: [1] },
    { method: 'GET', path: '/health', body: null },
  ]);
});

test.each([
  ['application/json', '{"a":1}', { kind: 'json', value: { a: 1 } }],
  ['application/json', 'not json', { kind: 'text', text: 'not json' }],
  ['text/plain', 'pong', { kind: 'text', text: 'pong' }],
])('a response of type %s with %j is decoded', async (type, text, answer) => {
  const { options } = given({}, { bytes: Buffer.from(text), headers: { 'content-type': type } });
  expect(await callApi(options)).toEqual(answer);
});

test('bytes stay bytes', async () => {
  const bytes = new Uint8Array([0xff, 0xfe]);
  const { options } = given({}, { bytes });
  expect(await callApi(options)).toEqual({ kind: 'bytes', bytes });
});

test.each([
  [{ method: 'FETCH' }, 'WF_USAGE', 'Unknown method "FETCH". Use one of: GET, HEAD, POST, PUT, PATCH, DELETE.'],
  [{ path: 'https://elsewhere.example/apps' }, 'WF_USAGE', 'is a full URL'],
  [{ path: '//elsewhere.example/apps' }, 'WF_USAGE', 'is a full URL'],
  [{ body: '{' }, 'WF_INVALID_INPUT', '--body, line 1, column 2: Invalid JSON'],
  [{ body: '@missing.json' }, 'WF_INVALID_INPUT', 'Cannot read missing.json'],
])('%j is rejected before anything is sent', async (changes, code, message) => {
  const { options, calls } = given(changes);
  await expect(callApi(options)).rejects.toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(message) }),
  );
  expect(calls).toEqual([]);
});

function given(options: Partial<CallApiOptions>, answer: Partial<RawAnswer> = {}) {
  const { client, calls } = fakeClient({
    request: async () => ({ status: 200, headers: {}, bytes: new Uint8Array(), requestId: null, ...answer }),
  });
  const stdin = Readable.from([]);
  return { options: { client, method: 'GET', path: '/health', body: null, cwd: '/', stdin, ...options }, calls };
}
