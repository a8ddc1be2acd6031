import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HostedDeployment } from '../../src/service/hosting/hosting.ts';
import { MAX_MESSAGE_LENGTH } from '../../src/contract/host-protocol/limits.ts';
import { packagePaths } from '../../src/use-cases/package-paths.ts';
import { startHosting, type TestHosting } from '../helpers/start-hosting.ts';
import { tempFolder, type TempFolder } from '../helpers/temp-folder.ts';

/** A service's data, with a bundle that tries to reach it. docs/security.md describes what these tests show. */
let service: TempFolder;
let host: TestHosting;
let bundle: HostedDeployment;
/** A failed process is restarted after a delay: the clock of these tests skips it. */
let now = Date.now();
const BACKOFF_MS = 3_600_000;
const logged: string[] = [];

beforeAll(async () => {
  service = await tempFolder();
  await writeFile(service.path('secret.key'), 'the key');
  const database = new DatabaseSync(service.path('wf.db'));
  database.exec('create table secrets (a); insert into secrets values (1), (2)');
  database.close();
  process.env['SERVICE_SECRET'] = 'hidden';
  host = await startHosting({
    hostScript: packagePaths().hostScript,
    now: () => now,
    backend: {
      readVariables: async () => ({ MODEL_KEY: 'declared' }),
      appendLogs: async (_, lines) => void logged.push(...lines.map(({ text }) => text)),
    },
  });
  bundle = await host.deploy('hostile.mjs');
});

afterAll(async () => {
  delete process.env['SERVICE_SECRET'];
  await host[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

async function attempt(way: string, target = ''): Promise<unknown> {
  const response = await host.call(bundle, `/${way}?target=${encodeURIComponent(target)}`);
  return await response.json();
}

describe('what the sandbox prevents on its own', () => {
  test.each(['read', 'list', 'write'])("a hostile bundle cannot %s the service's files", async (way) => {
    const target = way === 'list' ? service.root : service.path('secret.key');
    expect(await attempt(way, target)).toEqual({ refused: 'ERR_ACCESS_DENIED' });
  });

  test("it cannot read another app's bundle", async () => {
    const other = await host.deploy('probe.mjs', 'app-2');
    await host.call(other, '/health');
    const file = `${host.dataDir}/artifacts/${other.artifact_sha256}.mjs`;
    expect(await attempt('read', file)).toEqual({ refused: 'ERR_ACCESS_DENIED' });
  });

  test.each(['proc', 'own-environment', 'child', 'worker'])('it achieves nothing by %s', async (way) => {
    expect(await attempt(way)).toEqual({ refused: 'ERR_ACCESS_DENIED' });
  });

  test('it loads no native code', async () => {
    expect(await attempt('native')).toEqual({ refused: 'ERR_DLOPEN_DISABLED' });
  });

  test('it cannot open a debugger on itself', async () => {
    expect(await attempt('inspector')).toEqual({ refused: 'ERR_ACCESS_DENIED' });
  });

  test('it sees the declared variables, and no channel to the service', async () => {
    expect(await attempt('variables')).toEqual({ got: ['MODEL_KEY'] });
    expect(await attempt('channel')).toEqual({ got: 'undefined' });
  });
});

/**
 * Prevented only by another user, a container or a network policy. When one of these tests fails, security has
 * improved.
 */
describe('what the sandbox does not prevent on its own', () => {
  test('node:sqlite reads and writes any database that the user may', async () => {
    expect(await attempt('sqlite', service.path('wf.db'))).toEqual({ got: 2 });
    expect(await attempt('sqlite-write', service.path('new.db'))).toEqual({});
  });

  test('signals reach processes of the same user', async () => {
    expect(await attempt('signal')).toEqual({ got: true });
  });

  test('the network is open', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // it listens on a port
    expect(await attempt('connect', String(port))).toEqual({ got: 'connected' });
    server.close();
  });
});

describe('what a bundle writes to its channel', () => {
  const answers = (value: unknown) => `${JSON.stringify({ type: 'answers', answers: value })}\n`;

  test.each([
    ['garbage', 'garbage\n', 'a message that is not JSON'],
    ['bytes that are not text', '\u0000\uFFFD\n', 'a message that is not JSON'],
    ['null', 'null\n', 'the message: invalid_type'],
    ['a list', '[null]\n', 'the message: invalid_type'],
    ['answers of another shape', answers(5), 'answers: invalid_type'],
    ['an answer that is null', answers([null]), 'answers.0: invalid_type'],
    ['more answers than it may', answers(Array.from({ length: 33 }, () => null)), 'answers: too_big'],
    ['an unknown type', '{"type":"exit"}\n', 'type: invalid_union'],
  ])('%s ends its process, and others continue', async (_, line, reason) => {
    const [failed, other] = await Promise.all([
      host.call(bundle, `/write-channel?target=${encodeURIComponent(line)}`),
      host.deploy('probe.mjs', 'app-2'),
    ]);
    expect(failed.status).toBe(502);
    expect(await failed.json()).toEqual({
      detail: `The workflow of app "support" failed in the middle of the call: its process sent an invalid message (${reason}) and was killed.`,
    });
    expect((await host.call(other, '/health')).status).toBe(200);
    now += BACKOFF_MS;
    expect(await attempt('uid')).toEqual({ got: process.getuid?.() });
  });

  test('an endless message ends its process', async () => {
    const failed = await host.call(bundle, '/fill-channel?target=x');
    expect(failed.status).toBe(502);
    expect(await failed.json()).toMatchObject({
      detail: expect.stringContaining(`a message of more than ${MAX_MESSAGE_LENGTH} characters`),
    });
  });

  test("the app's log contains the reason", async () => {
    await expect
      .poll(() => logged)
      .toContain(
        'The workflow failed: its process sent an invalid message (a message that is not JSON) and was killed.',
      );
  });

  test('an answer without a call changes nothing', async () => {
    now += BACKOFF_MS;
    const forged = answers([{ id: 1, status: 200, text: 'forged', retryAfter: null }]);
    const written = host.call(bundle, `/write-channel?target=${encodeURIComponent(forged)}`, {
      signal: AbortSignal.timeout(500),
    });
    // The caller's timeout fires before or after the call has reached the bundle.
    await expect(written).rejects.toMatchObject({ name: expect.stringMatching(/^(?:Abort|Timeout)Error$/) });
    expect(await attempt('health')).toEqual({ got: 'ok' });
  });
});
