import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, chown, copyFile, readdir, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Confinement, PROTECTIONS, SANDBOX_KINDS, type SandboxKind } from '../../src/sandbox/sandbox-kind.ts';
import { HIDDEN_FOR, hidePrograms, SANDBOX_USERS } from '../helpers/hide-programs.ts';
import { bareEnv, WF } from '../helpers/run-wf.ts';
import { tempFolder, type TempFolder } from '../helpers/temp-folder.ts';

const HOSTILE = resolve(import.meta.dirname, '../fixtures/workflows/hostile.ts');
const isLinux = process.platform === 'linux';
const KINDS: readonly SandboxKind[] = isLinux ? SANDBOX_KINDS : ['permission-model'];
const SECRET = { OPERATOR_SECRET: 'hidden' };
/** What the permission model alone leaves open, in the order of the attempts. */
const OPEN = ['databases', 'processes', 'network'] as const;
/** A usage error that the operator can fix. */
const REFUSED = 2;

describe.each(SANDBOX_USERS)('the built program, as user %s', (user) => {
  /** A project with a data folder, of this user. */
  let folder: TempFolder;
  const server = createServer();
  let port: number;
  /** A service of others: what the embedded one runs is the user's own, and may reach this machine. */
  let service: ChildProcess;
  let url: string;

  beforeAll(async () => {
    folder = await tempFolder();
    await chmod(folder.root, 0o700);
    await writeFile(folder.path('.wfrc.json'), JSON.stringify({ app: 'other', entry: 'flow.ts' }));
    await copyFile(HOSTILE, folder.path('flow.ts'));
    await writeFile(folder.path('secret'), 'the key');
    if (user !== null)
      for (const name of ['', ...(await readdir(folder.root))]) await chown(folder.path(name), user, user);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port; // it listens on a port
    const deployed = await wf('bubblewrap', ['deploy', '--env', 'production']);
    expect(deployed.exitCode, deployed.stderr).toBe(0);
    const serving = start('bubblewrap', ['serve', '--port', '0', '--json']);
    serving.stderr.resume();
    service = serving;
    url = await readUrl(serving.stdout);
  });

  afterAll(async () => {
    server.close();
    const ended = once(service, 'close');
    service.kill('SIGINT');
    await ended;
    await folder[Symbol.asyncDispose]();
  });

  function start(kind: SandboxKind, args: readonly string[]) {
    const words = [...hidePrograms(isLinux ? HIDDEN_FOR[kind] : [], user), process.execPath, WF, ...args];
    const [file = '', ...rest] = words;
    const env = { ...bareEnv(folder.root), ...SECRET, XDG_CACHE_HOME: join(folder.root, 'cache') };
    return spawn(file, rest, { cwd: folder.root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  }

  async function wf(kind: SandboxKind, args: readonly string[]) {
    const child = start(kind, args);
    const output = Promise.all([text(child.stdout), text(child.stderr)]);
    const [exitCode] = (await once(child, 'close')) as [number | null];
    const [stdout, stderr] = await output;
    return { stdout, stderr, exitCode };
  }

  test.each(KINDS)('wf replay gives the code of others nothing of this machine: %s', async (kind) => {
    const input = { file: folder.path('secret'), database: folder.path('.wf', 'wf.db'), port, pid: process.pid };
    const words = Object.entries(input).flatMap(([name, value]) => ['--input', `${name}=${value}`]);
    const { stdout, stderr } = await wf(kind, ['replay', 'production', '/', '--base-url', url, ...words]);
    // The tests are processes of another user, unless this is their own.
    const tried = user === null ? OPEN : OPEN.filter((name) => name !== 'processes');
    const open = tried.filter((name) => !preventedBy(name).includes(kind));
    expect(stdout.trim(), stderr).toBe(open.join(' '));
  });

  test.each(KINDS)(
    'wf serve reports what holds bundles, and --require-sandbox refuses too little: %s',
    async (kind) => {
      const serving = start(kind, ['serve', '--port', '0', '--json', '--require-sandbox']);
      const said = text(serving.stderr);
      if (kind === 'permission-model') {
        const [exitCode] = (await once(serving, 'close')) as [number | null];
        expect(exitCode).toBe(REFUSED);
        expect(await said).toContain(
          "Only Node's permission model confines deployed code here, and hostile code can escape it. --require-sandbox needs bubblewrap or util-linux",
        );
        return;
      }
      const url = await readUrl(serving.stdout);
      const health = (await (await fetch(`${url}/health`)).json()) as unknown;
      serving.kill('SIGINT');
      await once(serving, 'close');
      expect(health).toMatchObject({ sandbox: kind });
    },
  );
});

function preventedBy(name: keyof typeof PROTECTIONS): readonly Confinement[] {
  return PROTECTIONS[name].preventedBy;
}

async function readUrl(output: Readable): Promise<string> {
  let document = '';
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    document += String(chunk);
    // Printed by `wf serve --json` when it serves.
    if (/^\}$/m.test(document)) return (JSON.parse(document) as { url: string }).url;
  }
  throw new Error(`It ended before it served: ${document}`);
}
