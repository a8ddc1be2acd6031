import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { callApi, type CallApiOptions } from '../../../../src/use-cases/scripts/call-api.ts';
import { publishSchema } from '../../../../src/use-cases/scripts/publish-schema.ts';
import { clientOf } from '../../../helpers/client-of.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { openWorld, type OwnWorld } from '../../../helpers/open-world.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

async function call(world: OwnWorld, options: Partial<CallApiOptions>) {
  await using project = await tempProject({ 'body.json': '{"app_name": "filed"}' });
  const client = clientOf(world.running);
  const stdin = Readable.from(['{"app_name": "piped"}']);
  return await callApi({ client, method: 'GET', path: '/apps', body: null, cwd: project.root, stdin, ...options });
}

test.each([
  ['{"app_name": "typed"}', 'typed'],
  ['@body.json', 'filed'],
  ['-', 'piped'],
])('the body %s is sent', async (body, app_name) => {
  await using world = await openWorld();
  const answer = await call(world, { method: 'post', path: 'apps?x=1', body });
  expect(answer).toMatchObject({ kind: 'text', json: { app_id: expect.any(String), app_name } });
});

const [JSON_TYPE, TEXT_TYPE, EXACT] = ['application/json', 'text/plain', '9007199254740993'];

test.each([
  [JSON_TYPE, Buffer.from('{"a":1}'), { kind: 'text', text: '{\n  "a": 1\n}', json: { a: 1 } }],
  [JSON_TYPE, Buffer.from('[9007199254740993]'), { kind: 'text', text: '[\n  9007199254740993\n]', json: [EXACT] }],
  [JSON_TYPE, Buffer.from('not json'), { kind: 'text', text: 'not json', json: 'not json' }],
  [TEXT_TYPE, Buffer.from('pong'), { kind: 'text', text: 'pong', json: 'pong' }],
  [TEXT_TYPE, Buffer.from([0xff, 0xfe]), { kind: 'bytes', bytes: Buffer.from([0xff, 0xfe]) }],
])('an answer of the type %s with the bytes %j is shown as %j', async (type, bytes, shown) => {
  const request = async () => ({ status: 200, headers: { 'content-type': type }, bytes, requestId: null });
  await using world = await openWorld();
  expect(await call(world, { client: fakeClient({ request }).client })).toEqual(shown);
});

test.each(['{"a": 9007199254740993, "b": 1.0, "a": 2}', ' [1e400]\n'])('the body %j is sent as it is', async (body) => {
  const sent: unknown[] = [];
  const request = async (input: unknown) => {
    sent.push(input);
    return { status: 200, headers: {}, bytes: Buffer.from(''), requestId: null };
  };
  await using world = await openWorld();
  await call(world, { client: fakeClient({ request }).client, method: 'PUT', path: '/apps?x=../y', body });
  expect(sent).toEqual([{ method: 'PUT', path: '/apps?x=../y', body }]);
});

test.each([
  [{ method: 'FETCH' }, 'WF_USAGE', 'Unknown method "FETCH". Use one of: GET, HEAD, POST, PUT, PATCH, DELETE.'],
  [{ path: 'https://elsewhere.example/apps' }, 'WF_USAGE', 'is a full URL'],
  [{ path: '//elsewhere.example/apps' }, 'WF_USAGE', 'is a full URL'],
  [{ path: '/\\elsewhere.example/apps' }, 'WF_USAGE', 'is a full URL'],
  [{ path: '../apps' }, 'WF_USAGE', 'has a segment "." or ".."'],
  [{ path: '/apps/%2E./x?y=1' }, 'WF_USAGE', 'has a segment "." or ".."'],
  [{ path: '/.\t./apps' }, 'WF_USAGE', 'has a tab or a line break'],
  [{ path: '/apps\\..' }, 'WF_USAGE', 'has a segment "." or ".."'],
  [{ body: '{' }, 'WF_INVALID_INPUT', '--body, line 1, column 2: Invalid JSON'],
  [{ body: '@missing.json' }, 'WF_NO_FILE', 'Cannot read missing.json'],
])('%j is refused before anything is sent', async (options, code, message) => {
  await using world = await openWorld();
  const { client } = fakeClient({});
  const refused = { code, message: expect.stringContaining(message) };
  await expect(call(world, { client, ...options })).rejects.toMatchObject(refused);
});

test.each([
  ['variant list', 'No command is called "variant list". Did you mean variants list?'],
  ['toString', 'No command is called "toString".'],
])('the schema of %s is not found', (command, message) => {
  expect(() => publishSchema(command)).toThrow(message);
});
