import { expect, test } from 'vitest';
import { permissionFlags } from '../../../src/sandbox/node-flags.ts';

/** Flags that only some versions of Node know. */
const OPTIONAL = ['--allow-net', '--disable-sigusr1'];
const KNOWN = OPTIONAL.filter((flag) => process.allowedNodeEnvironmentFlags.has(flag));

test.each([
  [{ readable: [], hasNativeCode: false }, ['--permission', ...KNOWN]],
  [
    { readable: ['/a', '/b c'], hasNativeCode: false, isOnlyWatched: false },
    ['--permission', '--allow-fs-read=/a', '--allow-fs-read=/b c', ...KNOWN],
  ],
  [
    { readable: ['*'], hasNativeCode: true, isOnlyWatched: true },
    ['--permission-audit', '--allow-fs-read=*', '--allow-addons', '--disable-warning=PERM0001', ...KNOWN],
  ],
])('%j is held by %j', (permissions, flags) => {
  expect(permissionFlags(permissions)).toEqual(flags);
});

test('this Node knows the flag that keeps signals from opening a debugger', () => {
  expect(KNOWN).toContain('--disable-sigusr1');
});
