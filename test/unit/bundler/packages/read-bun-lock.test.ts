import { expect, test } from 'vitest';
import { readBunLock } from '../../../../src/bundler/packages/read-bun-lock.ts';

const lock = readBunLock(`{
  "lockfileVersion": 1,
  "packages": {
    "a": ["a@1.0.0", "", { "dependencies": { "b": "1", "c": "1" }, "optionalDependencies": { "c": "1" }, "peerDependencies": { "d": "1", "o": "1" }, "optionalPeers": ["o"], "os": "linux", "cpu": ["x64"], "libc": "glibc" }, "sha512-QQ=="],
    "a/b": ["b@1.1.0", "", {}, "sha512-Qg=="],
    "b": ["b@2.0.0", "", {}, "sha512-Qw=="],
    "@s/e": ["@s/e@3.0.0", "https://registry.example/", {}, "sha512-RA=="],
    "@s/e/b": ["b@4.0.0", "git+ssh://git@example.com/b.git#1", {}],
    "f": ["f@workspace:packages/f"],
  },
}`);

test.each([
  ['a', 'b', 'a/b'],
  ['a/b', 'a', 'a'],
  ['@s/e', 'b', '@s/e/b'],
  ['@s/e/b', '@s/e', '@s/e'],
  ['b', 'z', null],
])('from %j, the package %s is at %j', (key, name, found) => {
  expect(lock.dependencyOf(key, name)).toBe(found);
});

test('a package has what Bun wrote of it', () => {
  expect([lock.file, lock.package('a')]).toEqual([
    'bun.lock',
    {
      name: 'a',
      version: '1.0.0',
      integrity: 'sha512-QQ==',
      resolved: undefined,
      dependencies: ['d', 'b'],
      optionalDependencies: ['c'],
      os: ['linux'],
      cpu: ['x64'],
      libc: ['glibc'],
    },
  ]);
  const least = { dependencies: [], optionalDependencies: [] };
  expect(lock.package('@s/e')).toEqual({ ...least, name: '@s/e', version: '3.0.0', integrity: 'sha512-RA==' });
  expect(lock.package('@s/e/b')).toEqual({
    ...least,
    name: 'b',
    version: '4.0.0',
    resolved: 'git+ssh://git@example.com/b.git#1',
  });
  expect(lock.package('f')).toEqual({ ...least, name: 'f', version: 'workspace:packages/f' });
});
