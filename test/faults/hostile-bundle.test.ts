import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import * as inspector from 'node:inspector';
import { createServer, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSandbox } from '../../src/sandbox/create-sandbox.ts';
import { PROTECTIONS, type ProtectionName } from '../../src/sandbox/protections.ts';
import { SANDBOX_KINDS, type SandboxKind } from '../../src/sandbox/sandbox-kind.ts';
import type { HostedDeployment } from '../../src/service/hosting/hosting.ts';
import { packagePaths } from '../../src/use-cases/package-paths.ts';
import { createEgressRules } from '../../src/service/egress/egress-rules.ts';
import { type RunningServer, startHttpServer } from '../helpers/start-http-server.ts';
import { startHosting, type TestHosting } from '../helpers/start-hosting.ts';
import { tempFolder, type TempFolder } from '../helpers/temp-folder.ts';

/** As the service's own user, and, for root, as another one. */
const USERS = process.getuid?.() === 0 ? [null, 70_001] : [null];

/**
 * The kinds that this machine permits, and for whom. The permission model needs nothing, so the list is never empty;
 * that the strongest kind is claimed only where it holds follows from trying each row of the table in it.
 */
const HERE: { kind: SandboxKind; user: number | null }[] = [];
for (const user of USERS) {
  for (const kind of SANDBOX_KINDS) {
    if ((await createSandbox({ kinds: [kind] }).kindFor(user)) === kind) HERE.push({ kind, user });
  }
}

/** Variables that the programs around Node set: the folder and the shell's own. */
const NOT_OURS = new Set(['PWD', 'OLDPWD', 'SHLVL', '_']);

describe.each(HERE)('a hostile bundle held by $kind, as user $user', ({ kind, user }) => {
  /** A service's data, with a bundle that tries to reach it. */
  let service: TempFolder;
  let host: TestHosting;
  let bundle: HostedDeployment;
  let other: HostedDeployment;
  /** What the operator lets bundles reach on this machine. */
  let allowed: RunningServer;
  /** A failed process is restarted after a delay: the clock of these tests skips it. */
  let now = Date.now();

  beforeAll(async () => {
    service = await tempFolder();
    await writeFile(service.path('secret.key'), 'the key');
    const database = new DatabaseSync(service.path('wf.db'));
    database.exec('create table secrets (a); insert into secrets values (1), (2)');
    database.close();
    process.env['SERVICE_SECRET'] = 'hidden';
    allowed = await startHttpServer((request, response) => response.end(`${request.method} ${request.url}`));
    host = await startHosting({
      egress: createEgressRules([`127.0.0.1:${allowed.port}`]),
      hostScript: packagePaths().hostScript,
      now: () => now,
      sandbox: createSandbox({ kinds: [kind] }),
      limits: { memoryMb: 64, callTimeoutMs: 3000 },
      backend: { readVariables: async () => ({ MODEL_KEY: 'declared' }) },
      ...(user === null ? {} : { users: { first: user, last: user } }),
    });
    bundle = await host.deploy('hostile.mjs');
    other = await host.deploy('probe.mjs', 'app-2');
    await host.call(other, '/health');
  });

  afterAll(async () => {
    delete process.env['SERVICE_SECRET'];
    await host[Symbol.asyncDispose]();
    await allowed[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  async function attempt(way: string, target = ''): Promise<Record<string, unknown>> {
    now += 3_600_000;
    const response = await host.call(bundle, `/${way}?target=${encodeURIComponent(target)}`);
    return (await response.json()) as Record<string, unknown>;
  }

  /** True when it was refused, by Node or by the system. */
  async function isRefused(way: string, target = ''): Promise<boolean> {
    return 'refused' in (await attempt(way, target));
  }

  /** Each answers whether everything in its row was prevented. */
  const TRIED: Record<Exclude<ProtectionName, 'channel' | 'survival'>, () => Promise<boolean[]>> = {
    files: async () => [
      await isRefused('read', service.path('secret.key')),
      await isRefused('list', service.root),
      await isRefused('write', service.path('new')),
      await isRefused('read', `${host.dataDir}/artifacts/${other.artifact_sha256}.mjs`),
      await isRefused('proc'),
      await isRefused('own-environment'),
    ],
    programs: async () => [
      await isRefused('child'),
      await isRefused('worker'),
      await isRefused('native'),
      await isRefused('inspector'),
    ],
    environment: async () => {
      const { got } = (await attempt('variables')) as { got: string[] };
      // With it, `os.homedir()` answers; without it, it throws.
      expect(got.filter((name) => !NOT_OURS.has(name)).toSorted()).toEqual(['HOME', 'MODEL_KEY']);
      return [(await attempt('channel'))['got'] === 'undefined'];
    },
    debugger: async () => {
      await attempt('signal-debugger', String(process.pid));
      return [inspector.url() === undefined];
    },
    resources: async () => [
      String((await attempt('hoard'))['detail']).includes('memory'),
      String((await attempt('loop'))['detail']).includes('it was ended'),
      'got' in (await attempt('health')),
    ],
    databases: async () => [
      await isRefused('sqlite', service.path('wf.db')),
      (await isRefused('sqlite-write', service.path('new.db'))) && !existsSync(service.path('new.db')),
    ],
    processes: async () => [await isRefused('signal', String(process.pid))],
    network: async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo; // it listens on a port
      const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
      const hosts = ['localhost', '[::1]', '0.0.0.0', ...own.flatMap((each) => (each.internal ? [] : [each.address]))];
      const refused = [await isRefused('connect', String(port))];
      // Where nothing holds it, whether one of these answers depends on the machine.
      if (kind !== 'permission-model') {
        for (const address of hosts) refused.push(await isRefused('fetch', `http://${address}:${port}/`));
        refused.push(await isRefused('http', 'http://169.254.169.254/'), await isRefused('connect', '22'));
      }
      server.close();
      return refused;
    },
  };

  test('an address that the operator allows is reached by every means', async () => {
    expect(await attempt('fetch', `${allowed.url}/a`)).toEqual({ got: 'GET /a' });
    expect(await attempt('http', `${allowed.url}/b`)).toEqual({ got: 'GET /b' });
    expect(await attempt('connect', String(allowed.port))).toEqual({ got: 'connected' });
  });

  test.each(Object.entries(TRIED))('%s: the table tells what happens', async (name, tried) => {
    const claimed = PROTECTIONS[name as ProtectionName].preventedBy;
    const prevented = await tried();
    // Another user's databases and processes are out of reach even where nothing but Node holds the bundle.
    const isOther = user !== null && (name === 'databases' || name === 'processes');
    expect(prevented).toEqual(prevented.map(() => claimed.includes(kind) || isOther));
  });
});
