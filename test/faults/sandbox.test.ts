import { closeSync, existsSync, openSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSandbox } from '../../src/sandbox/create-sandbox.ts';
import { startHeld, toHeldEnding } from '../../src/sandbox/held-process.ts';
import type { HeldProgram } from '../../src/sandbox/held-program.ts';
import type { SandboxKind } from '../../src/sandbox/sandbox-kind.ts';
import { tempFolder, type TempFolder } from '../helpers/temp-folder.ts';

const SCRIPT = fileURLToPath(new URL('../fixtures/hosts/escape.mjs', import.meta.url));
/** Opens what Node's permission model closes: the operating system has to hold the process alone. */
const OPEN_FLAGS = [
  '--allow-fs-read=*',
  '--allow-fs-write=*',
  '--allow-child-process',
  '--disable-warning=SecurityWarning',
];

const SYSTEM_KINDS = ['bubblewrap', 'namespaces'] as const satisfies readonly SandboxKind[];
const USERS = process.getuid?.() === 0 ? [null, 70_001] : [null];

/** What this machine permits. */
const HERE: { kind: SandboxKind; user: number | null }[] = [];
for (const user of USERS) {
  for (const kind of SYSTEM_KINDS) {
    if ((await createSandbox({ kinds: [kind] }).kindFor(user)) === kind) HERE.push({ kind, user });
  }
}

let folder: TempFolder;
let port: number;
const server = createServer();

beforeAll(async () => {
  folder = await tempFolder();
  await chmod(folder.root, 0o755);
  await writeFile(folder.path('secret'), 'the key', { mode: 0o644 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port; // it listens on a port
});

afterAll(async () => {
  server.close();
  await folder[Symbol.asyncDispose]();
});

async function run(kind: SandboxKind, change: Partial<HeldProgram>, env: Readonly<Record<string, string>> = {}) {
  const launch = await createSandbox({ kinds: [kind] }).launch({
    flags: OPEN_FLAGS,
    script: SCRIPT,
    args: [folder.path('secret'), String(process.pid), String(port)],
    readable: [SCRIPT],
    linked: [],
    hasNativeCode: false,
    hasNetwork: true,
    memoryMb: 512,
    user: null,
    ...change,
  });
  const { child } = startHeld(launch, env);
  const output = child.stdout === null ? '' : text(child.stdout);
  const errors = child.stderr === null ? '' : text(child.stderr);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { output: await output, errors: await errors, ...toHeldEnding(code, signal) };
}

/** Without them, the tests below would try nothing, and pass. */
test('Linux holds the programs of these tests, by either kind', () => {
  const needed = USERS.flatMap((user) => SYSTEM_KINDS.map((kind) => ({ kind, user })));
  const advice =
    'Install bubblewrap and util-linux (apt-get install bubblewrap util-linux), and run the tests where user namespaces' +
    ' are permitted (docker run --security-opt seccomp=unconfined).';
  expect(HERE, advice).toEqual(process.platform === 'linux' ? needed : []);
});

test('the strongest kind that works is used, and no other is claimed', async () => {
  for (const user of USERS) {
    const strongest = HERE.find((each) => each.user === user)?.kind ?? 'permission-model';
    expect(await createSandbox().kindFor(user)).toBe(strongest);
  }
});

describe.each(HERE)('$kind, as user $user, without the permission model', ({ kind, user }) => {
  test('lets a program only use the network', async () => {
    const lock = openSync(folder.path('secret'), 'r');
    expect(JSON.parse((await run(kind, { user })).output)).toEqual(['connect']);
    closeSync(lock);
  });

  test('closes the network, too, for a program that needs none', async () => {
    expect(JSON.parse((await run(kind, { user, hasNetwork: false })).output)).toEqual([]);
  });

  test('lets no variable steer the programs that hold it', async () => {
    // Each would write to the output, run a command outside of the sandbox, or load the file.
    const steering = {
      LD_PRELOAD: folder.path('secret'),
      NODE_OPTIONS: '--trace-exit',
      OPENSSL_CONF: folder.path('secret'),
      SHELLOPTS: 'xtrace',
      PS4: `$(touch ${folder.path('made')})`,
    };
    const flags = ['-p', 'Object.keys(process.env).filter((name) => name in JSON.parse(process.env.NAMES))'];
    const env = { ...steering, NAMES: JSON.stringify(steering) };
    expect(await run(kind, { user, flags, script: '--' }, env)).toMatchObject({ output: '[]\n', errors: '', code: 0 });
    expect(existsSync(folder.path('made'))).toBe(false);
  });

  test('shows the parts of the C library to native code', async () => {
    const code = `
      const [, folder] = /\\s(\\/\\S+)\\/libc[.-]/.exec(fs.readFileSync('/proc/self/maps', 'utf8'));
      console.log(['libm.so.6', 'librt.so.1', 'libgcc_s.so.1'].filter((name) => !fs.existsSync(folder + '/' + name)));`;
    const ended = await run(kind, { user, flags: [...OPEN_FLAGS, '-e', code], script: '--', hasNativeCode: true });
    expect(ended).toMatchObject({ output: '[]\n', code: 0 });
  });

  test('gives its program a home folder that holds nothing', async () => {
    const code = `console.log(os.homedir(), fs.existsSync(os.homedir() + '/.profile'))`;
    expect(await run(kind, { user, flags: [...OPEN_FLAGS, '-e', code], script: '--' })).toMatchObject({
      output: '/tmp false\n',
      code: 0,
    });
  });

  test('reports an exit code of its program', async () => {
    const ended = await run(kind, { user, flags: ['-e', 'process.exit(7)'], script: '--' });
    expect(ended).toEqual({ output: '', errors: '', code: 7, signal: null });
  });

  test.each(['SIGKILL', 'SIGTERM'])('reports %s of its program, and adds nothing to what it wrote', async (signal) => {
    const code = `console.error('own'); process.kill(process.pid, '${signal}'); setInterval(() => {}, 1000)`;
    const ended = await run(kind, { user, flags: ['-e', code], script: '--' });
    expect(ended).toEqual({ output: '', errors: 'own\n', code: null, signal });
  });

  test('limits memory in the kernel', async () => {
    const hoard = 'const all = []; for (;;) all.push(Buffer.alloc(64 * 1024 * 1024, 1))';
    const { code, signal } = await run(kind, { user, flags: ['-e', hoard], script: '--', memoryMb: 256 });
    expect([code, signal]).not.toEqual([0, null]);
  });
});

// The kernel's limit on processes does not apply to root.
const COUNTED = HERE.filter(({ user }) => (user ?? process.getuid?.()) !== 0);

describe.each(COUNTED)('$kind, as user $user, whose processes the kernel counts', ({ kind, user }) => {
  test('refuses to fork without end', async () => {
    const fork = `
      const { spawn } = require('node:child_process');
      let children = 0;
      const next = () => {
        const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
        child.once('spawn', () => ((children += 1) > 256 ? process.exit(9) : next()));
        child.once('error', ({ code }) => { console.log(code, children > 0); process.exit(0); });
      };
      next();`;
    expect(await run(kind, { user, flags: [...OPEN_FLAGS, '-e', fork], script: '--' })).toMatchObject({
      output: 'EAGAIN true\n',
      code: 0,
    });
  });
});
