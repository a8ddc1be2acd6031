import { expect, test } from 'vitest';
import { type ManifestParts, toManifest } from '../../../../../src/use-cases/develop/artifact/to-manifest.ts';

const ROUTE = { path: '/', name: 'default', config: null, input: null, output: null, defaults: {} };
const BARE: ManifestParts = {
  app: 'support',
  sha256: 'aa',
  version: '1.2.3',
  routes: [ROUTE],
  evaluators: null,
  files: [],
  packages: null,
};
const MANIFEST = {
  format: 1,
  app: 'support',
  sha256: 'aa',
  sdk_version: '1.2.3',
  node_target: 'node24',
  routes: [ROUTE],
};

test('what a build does not have is left out', () => {
  expect(toManifest(BARE)).toStrictEqual(MANIFEST);
});

test('evaluators, files and versions of packages are listed', () => {
  const file = { path: 'a.md', sha256: 'bb', size: 3 };
  const package_ = { version: '0.34.0', integrity: 'sha512-x' };
  const evaluators = { artifact: { sha256: 'cc' }, schemas: [{ ...ROUTE, name: 'auto_mine' }] };
  const packages = {
    format: 1 as const,
    external: ['sharp', 'gone'],
    scripts: [],
    packages: { 'node_modules/sharp': package_, 'node_modules/other': package_ },
  };
  expect(toManifest({ ...BARE, evaluators, files: [file], packages })).toStrictEqual({
    ...MANIFEST,
    evaluators: { artifact_sha256: 'cc', schemas: evaluators.schemas },
    files: [file],
    packages: { sharp: '0.34.0', gone: '' },
  });
});
