import { execFile } from 'node:child_process';
import { chmod, utimes, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packPackage } from '../../../../src/use-cases/scaffold/pack-package.ts';
import { tempProject, type TempProject } from '../../../helpers/temp-project.ts';

const PATTERNS = ['bin/wf.js', 'dist', 'docs/*.md', 'templates'];

async function checkout(): Promise<TempProject> {
  const project = await tempProject({
    'package.json': '{}',
    'README.md': '# wf',
    LICENSE: 'MIT',
    'bin/wf.js': 'run();',
    'bin/build.ts': 'build();',
    'dist/deep/main.js': 'main();',
    'docs/guide.md': '# Guide',
    'docs/decisions/one.md': '# One',
    'templates/basic/gitignore': '.wf/',
    'templates/basic/.wf/wf.db': 'rows',
    'templates/basic/node_modules/zod/index.js': 'zod',
    'src/index.ts': 'export {};',
  });
  await chmod(project.path('bin/wf.js'), 0o755);
  return project;
}

test('a package contains what it publishes, as npm packs it', async () => {
  await using project = await checkout();
  await writeFile(project.path('wf.tgz'), await packPackage(project.root, PATTERNS));

  const { stdout } = await promisify(execFile)('tar', ['-tvzf', project.path('wf.tgz')], {
    env: { TZ: 'UTC', PATH: process.env['PATH'] },
  });

  expect(stdout.split('\n').map((line) => line.replaceAll(/\s+/g, ' '))).toEqual([
    '-rw-r--r-- 0/0 3 1985-10-26 08:15 package/LICENSE',
    '-rw-r--r-- 0/0 4 1985-10-26 08:15 package/README.md',
    '-rwxr-xr-x 0/0 6 1985-10-26 08:15 package/bin/wf.js',
    '-rw-r--r-- 0/0 7 1985-10-26 08:15 package/dist/deep/main.js',
    '-rw-r--r-- 0/0 7 1985-10-26 08:15 package/docs/guide.md',
    '-rw-r--r-- 0/0 2 1985-10-26 08:15 package/package.json',
    '-rw-r--r-- 0/0 4 1985-10-26 08:15 package/templates/basic/gitignore',
    '',
  ]);
});

test('equal files give equal bytes, wherever and whenever they were written', async () => {
  await using one = await checkout();
  await using other = await checkout();
  await utimes(other.path('dist/deep/main.js'), 1, 1);

  expect(await packPackage(one.root, PATTERNS)).toEqual(await packPackage(other.root, PATTERNS));
});
