import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { giveAway } from '../helpers/give-away.ts';
import { bareEnv, runWf, WF } from '../helpers/run-wf.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const WORDS = ['config', 'list', '--json'];

/** Runs a command with its caches under a folder and expects it to succeed. */
async function runWith(cache: string, nodeArgs: readonly string[] = []): Promise<void> {
  const run = await runWf(WORDS, { cwd: '/', env: { XDG_CACHE_HOME: cache }, nodeArgs });
  expect(run).toMatchObject({ stderr: '', exitCode: 0 });
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

test('compiled code is cached in a folder that only the user can open', async () => {
  await using home = await tempFolder();
  await runWith(home.root);
  expect((await stat(home.path('wf'))).mode & 0o777).toBe(0o700);
  expect((await stat(home.path('wf/compiled'))).mode & 0o777).toBe(0o700);
  expect((await filesIn(home.path('wf/compiled'))).length).toBeGreaterThan(0);
});

test.each([
  ['group-writable', 0o770],
  ['writable by all', 0o707],
])('a %s cache folder is not used, and the command works', async (_, mode) => {
  await using home = await tempFolder();
  await mkdir(home.path('wf/compiled'), { recursive: true, mode: 0o700 });
  await chmod(home.path('wf/compiled'), mode);
  await runWith(home.root);
  expect(await filesIn(home.root)).toEqual([]);
});

test('a cache folder that is a link is not used, and the command works', async () => {
  await using home = await tempFolder();
  await mkdir(home.path('elsewhere'));
  await mkdir(home.path('wf'), { mode: 0o700 });
  await symlink(home.path('elsewhere'), home.path('wf/compiled'));
  await runWith(home.root);
  expect(await filesIn(home.root)).toEqual([]);
});

test('a cache folder of another user is not used, and the command works', async () => {
  await using home = await tempFolder();
  await mkdir(home.path('wf/compiled'), { recursive: true, mode: 0o700 });
  await runWith(home.root, await giveAway(home.path('wf/compiled')));
  expect(await filesIn(home.root)).toEqual([]);
});

test('damaged compiled code is compiled again', async () => {
  await using home = await tempFolder();
  await runWith(home.root);
  const files = await filesIn(home.path('wf/compiled'));
  for (const file of files) {
    const content = await readFile(file);
    content.fill(0x5a, Math.floor(content.length / 2));
    await writeFile(file, content);
  }
  await runWith(home.root);
  for (const file of files) await writeFile(file, '');
  await runWith(home.root);
});

/** A separate, full disk, visible only to this shell and its children. */
const ON_A_FULL_DISK = `
mount -t tmpfs -o size=64k,mode=700 tmpfs cache && dd if=/dev/zero of=cache/filler bs=1k 2>/dev/null
XDG_CACHE_HOME=$PWD/cache exec "$NODE" "$WF" config list --json
`;

test('a full disk disables only the cache', async () => {
  await using home = await tempFolder();
  await mkdir(home.path('cache'));
  const env = { ...bareEnv(home.root), NODE: process.execPath, WF };
  const run = await promisify(execFile)('unshare', ['-rm', 'sh', '-c', ON_A_FULL_DISK], { cwd: home.root, env });
  expect([run.stderr, JSON.parse(run.stdout)]).toEqual(['', expect.anything()]);
});
