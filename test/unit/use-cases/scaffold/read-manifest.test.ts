import { expect, test } from 'vitest';
import { readManifest } from '../../../../src/use-cases/scaffold/read-manifest.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

async function read(text: string) {
  await using at = await tempProject({ 'package.json': text });
  return readManifest(at.root);
}

test('the known fields are read', async () => {
  const manifest = {
    name: 'shop',
    type: 'module',
    packageManager: 'pnpm@10',
    workspaces: ['packages/*'],
    scripts: { dev: 'vite' },
    dependencies: { a: '1' },
    devDependencies: { b: '2' },
    peerDependencies: { c: '3' },
  };
  expect(await read(JSON.stringify({ ...manifest, license: 'MIT' }))).toEqual(manifest);
});

test('workspaces may be in an object, as Yarn writes them', async () => {
  expect(await read('{"workspaces": {"packages": ["a"], "nohoist": []}}')).toEqual({ workspaces: ['a'] });
});

test('a field of another type counts as absent', async () => {
  const texts = { name: 1, type: 1, packageManager: 1, workspaces: 'a' };
  const records = { scripts: 1, dependencies: 'a', devDependencies: [], peerDependencies: null };
  const manifest = await read(JSON.stringify({ ...texts, ...records }));
  expect(Object.values(manifest ?? { none: true }).filter((value) => value !== undefined)).toEqual([]);
});

test('no package.json, and one that is malformed, are none', async () => {
  await using at = await tempProject();
  expect([readManifest(at.root), await read('{'), await read('[]')]).toEqual([null, null, null]);
});
