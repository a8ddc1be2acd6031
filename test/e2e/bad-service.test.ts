import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { expectRefusal, type Refusal } from '../helpers/expect-refusal.ts';
import { runWf } from '../helpers/run-wf.ts';
import { closedPort, startHttpServer, startTcpServer } from '../helpers/start-http-server.ts';

const PAGE = '<!DOCTYPE html><html><body>Welcome</body></html>';
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n';

const answering =
  (status: number, type: string, body: string): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': type }).end(body);
  };

test.each<[string, RequestListener, Refusal]>([
  [
    'a web page',
    answering(200, 'text/html', PAGE),
    { exitCode: 1, code: 'WF_UNEXPECTED_ANSWER', says: 'did not return a list of apps: the response is a web page' },
  ],
  [
    'a web page with 502',
    answering(502, 'text/html', PAGE),
    { exitCode: 6, code: 'WF_UNREACHABLE', says: 'answered GET /apps with 502' },
  ],
  [
    'a web page with 404',
    answering(404, 'text/html', PAGE),
    { exitCode: 3, code: 'WF_NOT_FOUND', says: 'its base URL may lack a path such as /api' },
  ],
  [
    'half a document',
    answering(200, 'application/json', '[{"app_id":'),
    { exitCode: 1, code: 'WF_UNEXPECTED_ANSWER', says: 'did not return a list of apps: the response is not JSON' },
  ],
  [
    'other records',
    answering(200, 'application/json', '[{"app_id": 3}]'),
    { exitCode: 1, code: 'WF_UNEXPECTED_ANSWER', says: 'at field `0.app_name`: Field required' },
  ],
  [
    'that a key is missing',
    answering(401, 'text/plain', 'Unauthorized'),
    { exitCode: 4, code: 'WF_NOT_SIGNED_IN', says: 'requires a key, and none was sent' },
  ],
  [
    'that the key is not allowed to',
    answering(403, 'application/json', '{"detail": "Read only."}'),
    { exitCode: 4, code: 'WF_NOT_ALLOWED', says: 'not allowed to GET /apps: Read only.' },
  ],
])('a service that answers %s is reported in one sentence', async (_, listener, refusal) => {
  await using server = await startHttpServer(listener);
  await expectRefusal(['apps', 'list', '--base-url', server.url], refusal);
});

test('a wrong key is rejected and never printed', async () => {
  await using server = await startHttpServer(answering(401, 'text/plain', 'Unauthorized'));
  const options = { env: { WF_API_KEY: 'wf_secret.key', WF_BASE_URL: server.url } };
  const says = 'does not accept the key that was sent';
  await expectRefusal(['apps', 'list'], { exitCode: 4, code: 'WF_NOT_SIGNED_IN', says }, options);
  const { stderr } = await runWf(['apps', 'list', '--debug'], options);
  expect(stderr).toContain(says);
  expect(stderr).not.toContain('wf_secret');
});

test.each<[string, (socket: Socket) => void, Refusal]>([
  ['hangs', () => undefined, { exitCode: 6, code: 'WF_TIMEOUT', says: 'did not complete its response within 0.5 s' }],
  [
    'stops in the middle of its answer',
    (socket) => socket.once('data', () => socket.write(`${HEAD}[`)),
    { exitCode: 6, code: 'WF_TIMEOUT', says: 'did not complete its response within 0.5 s' },
  ],
  [
    'closes in the middle of its answer',
    (socket) => socket.once('data', () => socket.end(`${HEAD}[`)),
    { exitCode: 6, code: 'WF_UNREACHABLE', says: 'closed the connection in the middle of the response' },
  ],
  [
    'closes before it answers',
    (socket) => socket.once('data', () => socket.destroy()),
    { exitCode: 6, code: 'WF_UNREACHABLE', says: 'closed the connection before it responded' },
  ],
])('a service that %s is reported in one sentence', async (_, serve, refusal) => {
  await using server = await startTcpServer(serve);
  const timeout = refusal.code === 'WF_TIMEOUT' ? ['--timeout', '0.5'] : [];
  await expectRefusal(['apps', 'list', '--base-url', server.url, ...timeout], refusal);
});

test('a service that is not running is reported with the command that starts one', async () => {
  const port = await closedPort();
  const says = `No service listens at 127.0.0.1:${port}: the connection was refused`;
  const refusal = { exitCode: 6, code: 'WF_UNREACHABLE', says };
  await expectRefusal(['apps', 'list', '--base-url', `http://127.0.0.1:${port}`], refusal);
});

test.each(['nonsense', 'ftp://host/'])('%s is rejected as an address', async (address) => {
  const says = `--base-url is "${address}", which is not an http or https address`;
  await expectRefusal(['apps', 'list', '--base-url', address], { exitCode: 2, code: 'WF_INVALID_INPUT', says });
});
