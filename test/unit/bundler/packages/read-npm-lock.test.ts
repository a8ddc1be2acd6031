import { expect, test } from 'vitest';
import { readNpmLock } from '../../../../src/bundler/packages/read-npm-lock.ts';

const PACKAGES = {
  '': { dependencies: { a: '1' } },
  'node_modules/a': {
    version: '1.0.0',
    integrity: 'sha512-QQ==',
    resolved: 'https://registry.example/a.tgz',
    dependencies: { b: '1', c: '1' },
    optionalDependencies: { c: '1' },
    peerDependencies: { d: '1' },
    os: ['linux'],
    cpu: ['x64'],
    libc: 'glibc',
  },
  'node_modules/a/node_modules/b': { version: '1.1.0', libc: ['musl'] },
  'node_modules/b': { version: '2.0.0' },
  'node_modules/@s/e': { name: 'f', version: '3.0.0' },
  'node_modules/g': { link: true, resolved: 'packages/g' },
  'node_modules/h': { link: true },
  'node_modules/a/node_modules/i': { version: '1.0.0', inBundle: true },
  'packages/g': { version: '0.0.1' },
  'packages/g/node_modules/b': { version: '9.0.0' },
};
const lock = readNpmLock(JSON.stringify({ packages: PACKAGES }), '/p/package-lock.json');

test('a lock file without its list of packages is not read', () => {
  expect(readNpmLock('{"dependencies":{}}', '/p/package-lock.json')).toBeNull();
  expect(lock?.file).toBe('package-lock.json');
});

test.each([
  ['/p/node_modules/a/node_modules/b', 'b', 'node_modules/a/node_modules/b'],
  ['/p/node_modules/b', 'b', 'node_modules/b'],
  ['/store/b', 'b', 'node_modules/b'],
  ['/store/z', 'z', null],
])('the package at %s is %s at %j', (folder, name, key) => {
  expect(lock?.keyOf(folder, name)).toBe(key);
});

test.each([
  ['node_modules/a', 'b', 'node_modules/a/node_modules/b'],
  ['node_modules/a/node_modules/b', 'a', 'node_modules/a'],
  ['node_modules/@s/e', 'b', 'node_modules/b'],
  ['packages/g', 'b', 'packages/g/node_modules/b'],
  ['packages/g', 'a', 'node_modules/a'],
  ['', 'b', 'node_modules/b'],
  ['node_modules/a', 'g', 'packages/g'],
  ['node_modules/a', 'h', null],
  ['node_modules/a', 'i', null],
  ['node_modules/a', 'z', null],
])('from %j, the package %s is at %j', (key, name, found) => {
  expect(lock?.dependencyOf(key, name)).toBe(found);
});

test('a package has what npm wrote of it', () => {
  expect(lock?.package('node_modules/a')).toEqual({
    name: 'a',
    version: '1.0.0',
    integrity: 'sha512-QQ==',
    resolved: 'https://registry.example/a.tgz',
    dependencies: ['d', 'b'],
    optionalDependencies: ['c'],
    os: ['linux'],
    cpu: ['x64'],
    libc: ['glibc'],
  });
  const least = { dependencies: [], optionalDependencies: [] };
  expect(lock?.package('node_modules/a/node_modules/b')).toEqual({
    ...least,
    name: 'b',
    version: '1.1.0',
    libc: ['musl'],
  });
  expect(lock?.package('node_modules/@s/e')).toEqual({ ...least, name: 'f', version: '3.0.0' });
  expect(lock?.package('node_modules/@s/unknown')).toEqual({ ...least, name: '@s/unknown', version: '' });
});
