import { expect, test } from 'vitest';
import { createSandbox } from '../../../src/sandbox/create-sandbox.ts';
import { findSetpriv, launchByNode, permissionFlags } from '../../../src/sandbox/launch-by-node.ts';

const program = {
  flags: ['--max-old-space-size=64'],
  script: '/srv/host.js',
  args: ['one', 'two'],
  readable: ['/srv'],
  linked: [],
  hasNativeCode: false,
  hasNetwork: true,
  memoryMb: 64,
  user: null,
};

test('where no other sandbox is tried, the permission model of Node holds a program', async () => {
  const sandbox = createSandbox({ kinds: ['permission-model'] });
  expect(await sandbox.kindFor(null)).toBe('permission-model');
  const { file, args } = await sandbox.launch(program);
  expect([file, ...args].join(' ')).toContain(`${process.execPath} --permission --allow-fs-read=/srv`);
  expect(args.slice(-4)).toEqual(['--max-old-space-size=64', '/srv/host.js', 'one', 'two']);
});

test('each kind of sandbox is tried once for each user', async () => {
  const sandbox = createSandbox({ kinds: ['permission-model'] });
  const first = sandbox.kindFor(null);
  expect(sandbox.kindFor(null)).toBe(first);
  expect(sandbox.kindFor(70_001)).not.toBe(first);
  await Promise.all([first, sandbox.kindFor(70_001)]);
});

const NODE = [
  process.execPath,
  ...permissionFlags({ ...program, writable: null }),
  ...program.flags,
  program.script,
  ...program.args,
];

test('a program ends with its parent where the system can do that, and runs as itself', () => {
  const setpriv = findSetpriv();
  const { file, args, ...rest } = launchByNode({ ...program, user: null, folder: null });
  const wrapped = setpriv === null ? [] : [setpriv, '--pdeathsig', 'KILL'];
  expect([file, ...args].join('\n').endsWith([...wrapped, ...NODE].join('\n'))).toBe(true);
  expect(rest).toEqual({ detached: setpriv !== null, group: null, folder: null });
});

test('a program runs as another user by the same program that ends it', () => {
  const setpriv = findSetpriv();
  const { file, args } = launchByNode({ ...program, user: 70_001, folder: null });
  expect(file).toBe(setpriv ?? process.execPath);
  expect(args.includes('70001')).toBe(setpriv !== null);
});

/** Flags that only some versions of Node know. */
const OPTIONAL = ['--allow-net', '--disable-sigusr1'];
const KNOWN = OPTIONAL.filter((flag) => process.allowedNodeEnvironmentFlags.has(flag));

test.each([
  [{ readable: [], writable: null, hasNativeCode: false }, ['--permission', ...KNOWN]],
  [
    { readable: ['/a', '/b c'], writable: '/c', hasNativeCode: false, isOnlyWatched: false },
    ['--permission', ...['/a', '/b c', '/c'].map((path) => `--allow-fs-read=${path}`), '--allow-fs-write=/c', ...KNOWN],
  ],
  [
    { readable: ['*'], writable: null, hasNativeCode: true, isOnlyWatched: true },
    ['--permission-audit', '--allow-fs-read=*', '--allow-addons', '--disable-warning=PERM0001', ...KNOWN],
  ],
])('%j is held by %j', (permissions, flags) => {
  expect(permissionFlags(permissions)).toEqual(flags);
});

test('this Node knows the flag that keeps signals from opening a debugger', () => {
  expect(KNOWN).toContain('--disable-sigusr1');
});
