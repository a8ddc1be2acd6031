import { createHash } from 'node:crypto';
import { mkdir, readdir, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PackageList } from '../../../../src/sandbox/packages/package-list.ts';
import { listReadable } from '../../../../src/use-cases/develop/start-dev.ts';
import { openPackages } from '../../../../src/use-cases/develop/open-packages.ts';
import { emptyVersions } from '../../../../src/use-cases/develop/source-folders.ts';
import { packagePaths } from '../../../../src/use-cases/package-paths.ts';
import { tempProject, type TempProject } from '../../../helpers/temp-project.ts';

const SHARP = { external: [{ name: 'sharp', scripts: false }], bundled: [] };

async function open(at: TempProject, rules: Parameters<typeof openPackages>[0]['rules'] = SHARP) {
  const events: unknown[] = [];
  const outDir = at.path('.wf/build');
  await mkdir(outDir, { recursive: true });
  const onEvent = (event: unknown) => void events.push(event);
  return { opened: await openPackages({ root: at.root, outDir, rules, onEvent }), outDir, events };
}

test('a project without external packages needs no folder, and a link of an earlier build goes', async () => {
  await using at = await tempProject({ 'gone/x': '', '.wf/build/workflow.mjs': '' });
  await symlink(at.path('gone'), at.path('.wf/build/node_modules'));
  const { opened, outDir } = await open(at, { external: [], bundled: ['sharp'] });
  expect(opened.folder).toBeNull();
  await opened.install({ packages: null });
  expect([await readdir(outDir), await readdir(at.path('gone'))]).toEqual([['workflow.mjs'], ['x']]);
});

test('an installation of the same packages is linked without another', async () => {
  await using at = await tempProject({ 'old/x': '' });
  const { opened, outDir, events } = await open(at);
  const list: PackageList = { format: 1, external: ['sharp'], scripts: [], packages: {} };
  const content = JSON.stringify([list, process.platform, process.arch, null]);
  const name = createHash('sha256').update(content).digest('hex').slice(0, 32);
  const installed = join(opened.folder ?? '', name, 'node_modules');
  await mkdir(installed, { recursive: true });
  await writeFile(join(installed, 'x'), '');
  await symlink(at.path('old'), join(outDir, 'node_modules'));
  await opened.install({ packages: list });
  expect([await readlink(join(outDir, 'node_modules')), events]).toEqual([installed, []]);
  await opened.install({ packages: null });
  expect(await readdir(outDir)).toEqual([]);
  await opened.install({ packages: null });
  expect((await open(at)).opened.folder).toBe(opened.folder);
});

test('the sources read their version and installed packages, and nothing else of the project', async () => {
  await using project = await tempProject({
    'node_modules/a/index.js': '',
    'packages/tools/package.json': '{"name":"tools"}',
    'packages/scoped/package.json': '{"name":"@x/scoped"}',
    'home/notes.txt': '',
    'apps/shop/node_modules/b/index.js': '',
    'apps/shop/src/secret.txt': '',
  });
  await mkdir(project.path('node_modules/@x'));
  await symlink(project.path('packages/tools'), project.path('node_modules/tools'));
  await symlink(project.path('packages/scoped'), project.path('node_modules/@x/scoped'));
  await symlink(project.path('node_modules/a'), project.path('node_modules/same'));
  // A repository may contain such a link.
  await symlink(project.path('home'), project.path('node_modules/planted'));
  await symlink(project.path('gone'), project.path('node_modules/gone'));
  const dataDir = project.path('apps/shop/.wf');

  const readable = listReadable({ root: project.path('apps/shop'), dataDir });

  expect(readable).toContain(packagePaths().root);
  expect(
    readable.filter((path) => path.startsWith(project.root)).map((path) => path.slice(project.root.length)),
  ).toEqual(['/apps/shop/.wf/dev', '/apps/shop/node_modules', '/node_modules', '/packages/tools', '/packages/scoped']);
});

test('only the versions of an earlier run are removed', async () => {
  await using at = await tempProject({
    '.wf/dev/1/a/b.mjs': '',
    '.wf/dev/12/a.mjs': '',
    '.wf/dev/2x/a.mjs': '',
    '.wf/dev/sdk/a.mjs': '',
    '.wf/dev/preload.mjs': '',
  });
  await emptyVersions(at.path('.wf'));
  expect((await readdir(at.path('.wf/dev'))).toSorted()).toEqual(['2x', 'own', 'preload.mjs', 'sdk']);
});
