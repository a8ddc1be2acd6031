import { mkdir, symlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { listReadable } from '../../../../src/use-cases/develop/list-readable.ts';
import { packagePaths } from '../../../../src/use-cases/package-paths.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

test('the sources read their version and installed packages, and nothing else of the project', async () => {
  await using project = await tempProject({
    'node_modules/a/index.js': '',
    'packages/tools/index.js': '',
    'packages/scoped/index.js': '',
    'apps/shop/node_modules/b/index.js': '',
    'apps/shop/src/secret.txt': '',
  });
  await mkdir(project.path('node_modules/@x'));
  await symlink(project.path('packages/tools'), project.path('node_modules/tools'));
  await symlink(project.path('packages/scoped'), project.path('node_modules/@x/scoped'));
  await symlink(project.path('node_modules/a'), project.path('node_modules/same'));
  await symlink(project.path('gone'), project.path('node_modules/gone'));
  const dataDir = project.path('apps/shop/.wf');

  const readable = listReadable({ root: project.path('apps/shop'), dataDir });

  expect(readable).toContain(packagePaths().root);
  expect(
    readable.filter((path) => path.startsWith(project.root)).map((path) => path.slice(project.root.length)),
  ).toEqual(['/apps/shop/.wf/dev', '/apps/shop/node_modules', '/node_modules', '/packages/tools', '/packages/scoped']);
});
