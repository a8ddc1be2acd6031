import { expect, test } from 'vitest';
import {
  BundlePackages,
  ImportedPackages,
  PackageName,
  parseBundlePackages,
  toPackagesDocument,
} from '../../../../src/contract/deployments/bundle-parts.ts';

const PACKAGE = { version: '1.0.0', integrity: 'sha512-QQ==' };
const LIST = { format: 1, external: ['@x/y'], scripts: [], packages: { 'node_modules/@x/y': PACKAGE } };

test('a list is read as it was written', () => {
  expect(parseBundlePackages(toPackagesDocument(LIST))).toEqual(LIST);
  expect(new TextDecoder().decode(toPackagesDocument({ format: 1 }))).toBe('{"format":1}\n');
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

const withPackage = (more: object) => ({ ...LIST, packages: { 'node_modules/@x/y': { ...PACKAGE, ...more } } });
const words = (count: number) => Array.from({ length: count }, () => 'linux');
const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);

test.each<[string, (length: number) => object, number]>([
  ['characters of a version', (length) => withPackage({ version: `1.0.0-${'a'.repeat(length - 6)}` }), 256],
  ['characters of a hash', (length) => withPackage({ integrity: `sha512-${'A'.repeat(length - 7)}` }), 1000],
  ['platforms', (length) => withPackage({ os: words(length) }), 50],
  ['characters of a platform', (length) => withPackage({ cpu: ['x'.repeat(length)] }), 50],
  [
    'characters of a folder',
    (length) => ({
      ...LIST,
      packages: { ...LIST.packages, [`node_modules/${'a'.repeat(length - 13)}`]: PACKAGE },
    }),
    2000,
  ],
  [
    'packages',
    (length) => {
      const others = namesOf(length - 1).map((name) => [`node_modules/${name}`, PACKAGE]);
      return { ...LIST, packages: { ...LIST.packages, ...Object.fromEntries(others) } };
    },
    2000,
  ],
])('a list has at most so many %s', (_what, listWith, most) => {
  expect(BundlePackages.safeParse(listWith(most)).success).toBe(true);
  expect(BundlePackages.safeParse(listWith(most + 1)).success).toBe(false);
});

test('at most a hundred packages are imported, and run scripts', () => {
  const [most, more] = [namesOf(100), namesOf(101)];
  expect(ImportedPackages.parse({ external: most, scripts: most })).toEqual({ external: most, scripts: most });
  expect(ImportedPackages.safeParse({ external: more, scripts: [] }).success).toBe(false);
  expect(ImportedPackages.safeParse({ external: most, scripts: more }).success).toBe(false);
});

test('what is wrong with a list is said', () => {
  const messagesOf = (list: object) => BundlePackages.safeParse(list).error?.issues.map(({ message }) => message);
  expect(messagesOf({ ...LIST, external: ['@x/y', 'z'] })).toEqual(['Each external package has a version']);
  expect(messagesOf(withPackage({ version: '1.0' }))).toEqual(['Write an exact version']);
  const many = Object.fromEntries(namesOf(2000).map((name) => [`node_modules/${name}`, PACKAGE]));
  expect(messagesOf({ ...LIST, packages: { ...LIST.packages, ...many } })).toEqual(['At most 2000 packages']);
});

test.each([
  ['sharp', true],
  ['@img/colour', true],
  ['a'.repeat(214), true],
  ['a'.repeat(215), false],
  ['../sharp', false],
  ['sharp/', false],
  ['sharp\n', false],
  ['@img/', false],
])('%j is the name of a package: %s', (name, expected) => {
  const parsed = PackageName.safeParse(name);
  expect(parsed.success).toBe(expected);
  const messages = parsed.error?.issues.filter(({ code }) => code !== 'too_big').map(({ message }) => message) ?? [];
  for (const message of messages) expect(message).toBe('Write the name of a package, as in sharp or @img/colour');
});
