import { expect, test } from 'vitest';
import { requireDependencies } from '../../../../../src/service/hosting/packages/require-dependencies.ts';
import { tempProject } from '../../../../helpers/temp-project.ts';

const FILES = {
  'node_modules/a/package.json': '{"dependencies":{"b":"1"},"optionalDependencies":{"a-win32-x64":"1"}}',
  'node_modules/a/node_modules/b/package.json': '{"peerDependencies":{"c":"1"}}',
  'node_modules/c/package.json': '{}',
};
const toList = (paths: readonly string[]) => ({
  format: 1 as const,
  external: ['a'],
  scripts: [],
  packages: Object.fromEntries(paths.map((path) => [path, { version: '1.0.0', integrity: 'sha512-QQ==' }])),
});
const ALLOWED = [{ name: 'a', scripts: false }];
const PATHS = ['node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/c', 'node_modules/a-win32-x64'];

test('what allowed packages depend on is allowed, by their own manifests', async () => {
  await using project = await tempProject(FILES);

  expect(await requireDependencies(project.root, toList(PATHS), ALLOWED)).toBeUndefined();
});

test('a package that the list adds is refused', async () => {
  const evil = {
    'node_modules/evil/package.json': '{}',
    'node_modules/worse/package.json': '{"dependencies":{"evil":"1"}}',
  };
  await using project = await tempProject({ ...FILES, ...evil });
  const list = toList([...PATHS, 'node_modules/evil', 'node_modules/worse']);

  await expect(requireDependencies(project.root, list, ALLOWED)).rejects.toMatchObject({
    status: 502,
    message: 'The bundle brings the package evil, which no allowed package depends on.',
  });
  expect(await requireDependencies(project.root, list, 'any')).toBeUndefined();
});
