import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import * as inspector from 'node:inspector';
import { createServer, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProtectionName, PROTECTIONS } from '../../src/sandbox/sandbox-kind.ts';
import { createEgressRules } from '../../src/service/egress/egress-rules.ts';
import { type HeldBundle, holdBundle, SANDBOXES } from '../helpers/hold-bundle.ts';
import { type RunningServer, startHttpServer } from '../helpers/start-http-server.ts';
import { tempFolder, type TempFolder } from '../helpers/temp-folder.ts';

/** Variables that the programs around Node set: the folder and the shell's own. */
const NOT_OURS = new Set(['PWD', 'OLDPWD', 'SHLVL', '_']);

/** What the kernel holds for one socket at most. */
const SOCKET_BUFFER = Number(readFileSync('/proc/sys/net/core/wmem_default', 'utf8'));
/** Of the heap that these bundles get, and of what they get next to it. */
const HALF_OF_MEMORY = ((64 + 256) / 2) * 1024 * 1024;

/** A service's data, which bundles try to reach. */
let service: TempFolder;
/** What the operator lets bundles reach on this machine. */
let allowed: RunningServer;
/** A bundle in each sandbox. */
const held: HeldBundle[] = [];

beforeAll(async () => {
  service = await tempFolder();
  await writeFile(service.path('secret.key'), 'the key');
  const database = new DatabaseSync(service.path('wf.db'));
  database.exec('create table secrets (a); insert into secrets values (1), (2)');
  database.close();
  process.env['SERVICE_SECRET'] = 'hidden';
  allowed = await startHttpServer((request, response) => response.end(`${request.method} ${request.url}`));
  const start = async (sandbox: (typeof SANDBOXES)[number]) => {
    const each = await holdBundle(sandbox, {
      egress: createEgressRules([`127.0.0.1:${allowed.port}`]),
      limits: { memoryMb: 64 },
      backend: { readVariables: async () => ({ MODEL_KEY: 'declared' }) },
    });
    // Stores the other bundle's file.
    await each.host.call(each.other, '/health');
    return each;
  };
  held.push(...(await Promise.all(SANDBOXES.map(start))));
});

afterAll(async () => {
  delete process.env['SERVICE_SECRET'];
  await Promise.all(held.map((each) => each[Symbol.asyncDispose]()));
  await allowed[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

async function attempt(bundle: HeldBundle, path: string, target = ''): Promise<Record<string, unknown>> {
  return (await (await bundle.attempt(path, target)).json()) as Record<string, unknown>;
}

/** True when it was refused, by Node or by the system. */
async function isRefused(bundle: HeldBundle, path: string, target = ''): Promise<boolean> {
  return 'refused' in (await attempt(bundle, path, target));
}

/** Each answers whether everything in its row was prevented; the others have tests of their own. */
const TRIED: Record<
  Exclude<ProtectionName, 'channel' | 'survival' | 'memory' | 'loops'>,
  (bundle: HeldBundle) => Promise<boolean[]>
> = {
  files: async (bundle) => [
    await isRefused(bundle, 'read', service.path('secret.key')),
    await isRefused(bundle, 'list', service.root),
    await isRefused(bundle, 'write', service.path('new')),
    await isRefused(bundle, 'read', `${bundle.host.dataDir}/artifacts/${bundle.other.artifact_sha256}.mjs`),
    await isRefused(bundle, 'proc'),
    await isRefused(bundle, 'own-environment'),
  ],
  programs: async (bundle) => [
    await isRefused(bundle, 'child'),
    await isRefused(bundle, 'worker'),
    await isRefused(bundle, 'native'),
    await isRefused(bundle, 'inspector'),
  ],
  environment: async (bundle) => {
    const { got } = (await attempt(bundle, 'variables')) as { got: string[] };
    // With `HOME`, `os.homedir()` answers; without it, it throws. `TMPDIR` names the folder of its own.
    expect(got.filter((name) => !NOT_OURS.has(name)).toSorted()).toEqual(['HOME', 'MODEL_KEY', 'TMPDIR']);
    return [(await attempt(bundle, 'channel'))['got'] === 'undefined'];
  },
  debugger: async (bundle) => {
    await attempt(bundle, 'signal-debugger', String(process.pid));
    return [inspector.url() === undefined];
  },
  databases: async (bundle) => [
    await isRefused(bundle, 'sqlite', service.path('wf.db')),
    (await isRefused(bundle, 'sqlite-write', service.path(`new-${bundle.kind}-${bundle.user}.db`))) &&
      !existsSync(service.path(`new-${bundle.kind}-${bundle.user}.db`)),
  ],
  leftovers: async (bundle) => {
    const { got } = (await attempt(bundle, 'leave', `left-${bundle.kind}-${bundle.user}.db`)) as { got: string[] };
    const left = got.filter((file) => existsSync(file));
    await Promise.all(left.map(async (file) => await rm(file, { force: true })));
    return [left.length === 0];
  },
  buffers: async (bundle) => {
    const { got } = (await attempt(bundle, 'sockets')) as { got: number };
    return [await isRefused(bundle, 'loopback'), got * SOCKET_BUFFER <= HALF_OF_MEMORY];
  },
  processes: async (bundle) => [await isRefused(bundle, 'signal', String(process.pid))],
  network: async (bundle) => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // it listens on a port
    const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
    const hosts = ['localhost', '[::1]', '0.0.0.0', ...own.flatMap((each) => (each.internal ? [] : [each.address]))];
    const refused = [await isRefused(bundle, 'connect', String(port))];
    // Where nothing holds it, whether one of these answers depends on the machine.
    if (bundle.kind !== 'permission-model') {
      for (const address of hosts) refused.push(await isRefused(bundle, 'fetch', `http://${address}:${port}/`));
      refused.push(
        await isRefused(bundle, 'http', 'http://169.254.169.254/'),
        await isRefused(bundle, 'connect', '22'),
      );
    }
    server.close();
    return refused;
  },
};

const nameOf = ({ kind, user }: HeldBundle): string => `${kind}, as user ${user}`;

test.each(Object.entries(TRIED))('%s: the table tells what each sandbox prevents', async (name, tried) => {
  const { preventedBy } = PROTECTIONS[name as ProtectionName];
  const prevented = await Promise.all(held.map(async (each) => [nameOf(each), await tried(each)] as const));
  const isPrevented = ({ kind, user }: HeldBundle) =>
    preventedBy.includes(kind === 'permission-model' && user !== null ? 'bundle-users' : kind);
  const claimed = held.map((each, index) => [nameOf(each), prevented[index]?.[1].map(() => isPrevented(each))]);
  expect(prevented).toEqual(claimed);
});

test('an address that the operator allows is reached by every means', async () => {
  for (const each of held) {
    expect(await attempt(each, 'fetch', `${allowed.url}/a`)).toEqual({ got: 'GET /a' });
    expect(await attempt(each, 'http', `${allowed.url}/b`)).toEqual({ got: 'GET /b' });
    expect(await attempt(each, 'connect', String(allowed.port))).toEqual({ got: 'connected' });
  }
});

test('nothing that was given to a process stays after it', async () => {
  for (const each of held.filter(({ kind }) => kind !== 'permission-model')) {
    const { got } = (await attempt(each, 'folders')) as { got: string[] };
    expect(got.map((folder) => existsSync(folder))).toEqual([true]);
    await attempt(each, 'exit');
    await expect.poll(() => got.filter((folder) => existsSync(folder))).toEqual([]);
  }
});

test('memory: each sandbox ends what hoards it', async () => {
  const hoard = async (each: HeldBundle) => [(await attempt(each, 'hoard'))['detail'], await attempt(each, 'health')];
  // One after another: each takes 320 MB.
  for (const each of held) expect(await hoard(each)).toEqual([expect.stringContaining('memory'), { got: 'ok' }]);
});

test('loops: each sandbox ends what loops for ever', async () => {
  /** Calls it until it was ended: the first call may be given up before the loop has begun. */
  const loop = async (each: HeldBundle) => {
    const isEnded = async () => {
      const called = each.attempt('loop', '', { signal: AbortSignal.timeout(200) });
      return await called.then(
        () => false,
        (error: unknown) => error instanceof Error && 'hasEnded' in error && error.hasEnded === true,
      );
    };
    await expect.poll(isEnded).toBe(true);
    return await attempt(each, 'health');
  };
  expect(await Promise.all(held.map(loop))).toEqual(held.map(() => ({ got: 'ok' })));
});
