import { expect, test } from 'vitest';
import { isNative, type PackageManifest } from '../../../../src/bundler/packages/is-native.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

test.each<[PackageManifest, boolean]>([
  [{ name: 'plain' }, false],
  [{ name: 'sharp' }, true],
  [{ gypfile: true }, true],
  [{ dependencies: { bindings: '1' } }, true],
  [{ dependencies: { '@neon-rs/load': '1' } }, true],
  [{ dependencies: { lodash: '1' } }, false],
  [{ optionalDependencies: { '@x/y-linux-x64-gnu': '1' } }, true],
  [{ optionalDependencies: { 'y-darwin-arm64': '1' } }, true],
  [{ optionalDependencies: { fsevents: '1', 'linux-x64ish': '1' } }, false],
])('%o runs native code: %s', (manifest, expected) => {
  expect(isNative('/nowhere', manifest)).toBe(expected);
});

test.each([
  'bindings',
  'node-gyp-build',
  'node-gyp-build-optional-packages',
  '@mapbox/node-pre-gyp',
  'node-pre-gyp',
  'prebuild-install',
  'pkg-prebuilds',
  '@neon-rs/load',
])('what depends on %s runs native code', (loader) => {
  expect(isNative('/nowhere', { dependencies: { [loader]: '1' } })).toBe(true);
});

test.each(['onnxruntime-node', '@tensorflow/tfjs-node', 'libsql', 'sharp', 'canvas', 'duckdb', 'usearch'])(
  '%s is known to run native code',
  (name) => {
    expect(isNative('/nowhere', { name })).toBe(true);
  },
);

test('a build file of node-gyp gives native code away', async () => {
  await using project = await tempProject({ 'binding.gyp': '{}' });

  expect(isNative(project.root, { name: 'plain' })).toBe(true);
});
