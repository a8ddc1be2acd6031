import { expect, test } from 'vitest';
import {
  BundlePackages,
  parseBundlePackages,
  toPackagesDocument,
} from '../../../../src/contract/deployments/package-list.ts';

const PACKAGE = { version: '1.0.0', integrity: 'sha512-QQ==' };
const LIST = { format: 1, external: ['@x/y'], scripts: [], packages: { 'node_modules/@x/y': PACKAGE } };

test('a list is read as it was written', () => {
  expect(parseBundlePackages(toPackagesDocument(LIST))).toEqual(LIST);
});

test.each<[string, object]>([
  ['a path as a name', { ...LIST, external: ['../y'] }],
  ['a folder above', { ...LIST, packages: { ...LIST.packages, 'node_modules/../y': PACKAGE } }],
  ['an absolute folder', { ...LIST, packages: { ...LIST.packages, '/node_modules/y': PACKAGE } }],
  ['an address as a version', { ...LIST, packages: { 'node_modules/@x/y': { ...PACKAGE, version: 'git+ssh://x' } } }],
  ['a range as a version', { ...LIST, packages: { 'node_modules/@x/y': { ...PACKAGE, version: '^1.0.0' } } }],
  [
    'an address as a dependency',
    { ...LIST, packages: { 'node_modules/@x/y': { ...PACKAGE, dependencies: { z: 'file:/etc' } } } },
  ],
  ['an address of an archive', { ...LIST, packages: { 'node_modules/@x/y': { ...PACKAGE, resolved: 'http://x' } } }],
  ['a package without its hash', { ...LIST, packages: { 'node_modules/@x/y': { version: '1.0.0' } } }],
  ['an external package without a version', { ...LIST, packages: {} }],
  ['no external package', { ...LIST, external: [] }],
  ['a shell word as a platform', { ...LIST, packages: { 'node_modules/@x/y': { ...PACKAGE, os: ['$(id)'] } } }],
])('%s is refused', (_case, list) => {
  expect(BundlePackages.safeParse(list).success).toBe(false);
});
