import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HostedDeployment } from '../../src/service/hosting/hosting.ts';
import { packagePaths } from '../../src/use-cases/package-paths.ts';
import { startHosting, type TestHosting } from '../helpers/start-hosting.ts';
import { tempFolder, type TempFolder } from '../helpers/temp-folder.ts';

/** A service's data beside a bundle that is after it. docs/security.md says what these tests show. */
let service: TempFolder;
let host: TestHosting;
let bundle: HostedDeployment;

beforeAll(async () => {
  service = await tempFolder();
  await writeFile(service.path('secret.key'), 'the key');
  const database = new DatabaseSync(service.path('wf.db'));
  database.exec('create table secrets (a); insert into secrets values (1), (2)');
  database.close();
  process.env['SERVICE_SECRET'] = 'hidden';
  host = await startHosting({
    hostScript: packagePaths().hostScript,
    backend: { readVariables: async () => ({ MODEL_KEY: 'declared' }) },
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

describe('what the box holds by itself', () => {
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

  test.each(['proc', 'own-environment', 'child', 'worker'])('it gets nowhere by %s', async (way) => {
    expect(await attempt(way)).toEqual({ refused: 'ERR_ACCESS_DENIED' });
  });

  test('it loads no native code', async () => {
    expect(await attempt('native')).toEqual({ refused: 'ERR_DLOPEN_DISABLED' });
  });

  test('it opens no debugger on itself', async () => {
    expect(await attempt('inspector')).toEqual({ refused: 'ERR_ACCESS_DENIED' });
  });

  test('it sees the declared variables, and no channel to the service', async () => {
    expect(await attempt('variables')).toEqual({ got: ['MODEL_KEY'] });
    expect(await attempt('channel')).toEqual({ got: 'undefined' });
  });
});

/** Held only by another user, a container or a network policy. A day on which one of these fails is a good day. */
describe('what the box does not hold by itself', () => {
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
