import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSandbox, type Sandbox } from '../../../../src/sandbox/create-sandbox.ts';
import { ANYWHERE } from '../../../../src/service/egress/egress-rules.ts';
import { createRelayPlaces } from '../../../../src/service/egress/relay-places.ts';
import { exportSettings, openWayOut, type WayOutOptions } from '../../../../src/service/hosting/processes/way-out.ts';
import { startHttpServer } from '../../../helpers/start-http-server.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

/** A sandbox of a system that can hold connections, whether this one can or not: nothing is launched. */
const HOLDING: Sandbox = {
  kindFor: async () => 'bubblewrap',
  launch: () => Promise.reject(new Error('Nothing is launched here.')),
};
const nowhere = () => false;

async function open(options: Partial<WayOutOptions> = {}) {
  const folder = await tempFolder();
  const lines: string[] = [];
  const wayOut = await openWayOut({
    sandbox: HOLDING,
    egress: nowhere,
    user: null,
    socketFolder: folder.root,
    variables: {},
    relays: createRelayPlaces(1024),
    onOutput: (stream, line) => lines.push(`${stream} ${line}`),
    ...options,
  });
  onTestFinished(async () => {
    wayOut?.close();
    await folder[Symbol.asyncDispose]();
  });
  const send = async (line: string): Promise<string> => {
    const socket = connect(folder.path('net'));
    await once(socket, 'connect');
    socket.write(`${line}\nGET / HTTP/1.0\r\n\r\n`);
    return await text(socket);
  };
  return { wayOut, send, lines, path: folder.path('net') };
}

test.each<[string, Partial<WayOutOptions>]>([
  ['no rules', { egress: null }],
  ['rules that allow anything', { egress: ANYWHERE }],
  ['no folder for its socket', { socketFolder: null }],
  ['a sandbox that cannot hold its connections', { sandbox: createSandbox({ kinds: ['permission-model'] }) }],
])('a bundle gets the network itself with %s', async (_, options) => {
  expect((await open(options)).wayOut).toBeNull();
});

test('a way out goes where the rules allow', async () => {
  await using server = await startHttpServer((_, response) => void response.end('heard'));
  const { wayOut, send, path } = await open({ egress: ({ port }) => port === server.port });
  expect(wayOut?.path).toBe(path);
  expect(await send(`127.0.0.1 ${server.port}`)).toMatch(/^\+HTTP[\s\S]+heard$/);
});

test('the first twenty refusals are in the log of the workflow', async () => {
  const { send, lines } = await open();
  for (let count = 0; count < 21; count += 1) await send('127.0.0.1 9');
  expect(lines).toHaveLength(20);
  expect(lines[0]).toMatch(/^stderr EACCES the workflow may not connect to 127\.0\.0\.1:9, .+\n$/);
});

test.each([
  [{}, '+'],
  // The workflow names an address of its own, which the rules refuse.
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, 'E'],
])("spans go to the operator's collector, whatever the rules: %j", async (variables, first) => {
  await using server = await startHttpServer((_, response) => void response.end('heard'));
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', server.url);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { send } = await open({ variables });
  expect((await send(`127.0.0.1 ${server.port}`)).slice(0, 1)).toBe(first);
  expect(await send('127.0.0.1 9')).toMatch(/^EACCES/);
  expect(await send(`127.0.0.2 ${server.port}`)).toMatch(/^EACCES/);
});

test.each([
  ['http://127.0.0.1', 80],
  ['https://127.0.0.1', 443],
  ['http://[::1]', 80],
])('the port of %s is %i', async (address, port) => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', address);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { send } = await open();
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  // Nothing needs to listen there: what is not refused is tried.
  expect(await send(`${host} ${port}`)).not.toMatch(/^EACCES/);
  expect(await send(`${host} ${port === 80 ? 443 : 80}`)).toMatch(/^EACCES/);
});

const SERVICE = {
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
  OTEL_EXPORTER_OTLP_HEADERS: 'key=secret',
  PATH: '/bin',
};

test("the service's own settings apply where the workflow names no address", () => {
  const { PATH: _path, ...settings } = SERVICE;
  expect(exportSettings({ OTEL_EXPORTER_OTLP_HEADERS: 'key=mine' }, SERVICE)).toEqual(settings);
});

test("the service's key is not sent to a workflow's own address", () => {
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://mine/v1/traces', MODEL: 'x' };
  expect(exportSettings(own, SERVICE)).toEqual({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://mine/v1/traces' });
});

test.each([{}, { OTEL_EXPORTER_OTLP_ENDPOINT: '' }, { OTEL_EXPORTER_OTLP_HEADERS: 'key=secret' }])(
  'without an address nothing is exported (%j)',
  (service) => {
    expect(exportSettings({}, service)).toBeNull();
  },
);
