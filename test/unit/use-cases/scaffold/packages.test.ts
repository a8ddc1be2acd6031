import { execFile } from 'node:child_process';
import { chmod, utimes, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { packPackage, referToPackage } from '../../../../src/use-cases/scaffold/refer-to-package.ts';
import { readManifest } from '../../../../src/use-cases/scaffold/read-manifest.ts';
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

test('a private package goes along as a tarball', async () => {
  await using home = await tempProject({
    'package.json': '{"name":"wfkit","version":"2.0.0","private":true,"files":["dist"]}',
    'dist/main.js': 'run();',
  });

  const { wf, files } = await referToPackage(home.root);

  expect(wf).toBe('file:vendor/wfkit-2.0.0.tgz');
  expect(files.map(({ path }) => path)).toEqual(['vendor/wfkit-2.0.0.tgz']);
  // The mark of gzip.
  expect(
    Buffer.from(files[0]?.content ?? '')
      .subarray(0, 2)
      .toString('hex'),
  ).toBe('1f8b');
});

test('a published package is named by its exact version', async () => {
  await using home = await tempProject({ 'package.json': '{"name":"wfkit","version":"2.0.0"}' });

  expect(await referToPackage(home.root)).toEqual({ wf: '2.0.0', files: [] });
});

describe('package.json', () => {
  async function read(text: string) {
    await using at = await tempProject({ 'package.json': text });
    return readManifest(at.root);
  }

  test('a field of another type counts as absent', async () => {
    const texts = { name: 1, type: 1, packageManager: 1 };
    const records = { scripts: 1, dependencies: 'a', devDependencies: [], peerDependencies: null };
    const manifest = await read(JSON.stringify({ ...texts, ...records }));
    expect(Object.values(manifest ?? { none: true }).filter((value) => value !== undefined)).toEqual([]);
  });

  test('no package.json, and one that is malformed, are none', async () => {
    await using at = await tempProject();
    expect([readManifest(at.root), await read('{'), await read('[]')]).toEqual([null, null, null]);
  });
});
