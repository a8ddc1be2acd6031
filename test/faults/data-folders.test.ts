import { execFile } from 'node:child_process';
import { chmod, chown, lstat, mkdir, readdir, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { requireSafeDataFolder } from '../../src/project/require-safe-data-folder.ts';
import { runWf } from '../helpers/run-wf.ts';
import { tempProject } from '../helpers/temp-project.ts';
import { tempFolder, type TempFolder } from '../helpers/temp-folder.ts';

const SERVE = ['serve', '--port', '0', '--data-dir'];

const pipe = (path: string) => promisify(execFile)('mkfifo', [path]);

/** What somebody put into a folder, and what the program says about it. */
const PREPARED: readonly (readonly [name: string, prepare: (path: string) => Promise<unknown>, said: string])[] = [
  ['key', (path) => symlink('../victim', path), 'is a symbolic link'],
  ['secret.key', (path) => symlink('../victim', path), 'is a symbolic link'],
  ['page-url', (path) => symlink('../victim', path), 'is a symbolic link'],
  ['wf.db', (path) => symlink('../victim', path), 'is a symbolic link'],
  ['wf.db-wal', (path) => symlink('../victim', path), 'is a symbolic link'],
  ['wf.db-shm', (path) => symlink('../victim', path), 'is a symbolic link'],
  ['artifacts', (path) => symlink('..', path), 'is a symbolic link'],
  ['build', (path) => symlink('..', path), 'is a symbolic link'],
  ['wf.db', pipe, 'is a named pipe, not a file'],
  ['key', pipe, 'is a named pipe, not a file'],
  ['wf.db', (path) => mkdir(path), 'is a folder, not a file'],
  ['artifacts', (path) => writeFile(path, ''), 'is a file, not a folder'],
];

/** Folders of generated files, which a command empties and fills. */
test.each(['build/files', 'dev/carried', 'dev/sdk'])('a link at %s of a data folder is refused', async (name) => {
  await using folder = await tempFolder();
  await mkdir(folder.path('data', dirname(name)), { recursive: true });
  await symlink(folder.root, folder.path('data', name));
  expect(() => requireSafeDataFolder(folder.path('data'))).toThrow(`${folder.path('data', name)} is a symbolic link`);
});

test.each([['build'], ['build', '--target', 'node'], ['run', '/hello'], ['dev', '--port', '0'], ['deploy']])(
  'wf %s %s %s writes nothing through a link in the place of .wf',
  async (...line) => {
    await using project = await tempProject({
      '.wfrc.json': '{"app":"greeter"}',
      'src/workflow.ts': "import { route } from 'wfkit';\nexport const hello = route('/hello', {}, () => 'hello');\n",
    });
    await using victim = await tempFolder();
    await symlink(victim.root, project.path('.wf'));
    const { exitCode, stderr } = await runWf(line, { cwd: project.root });
    expect([exitCode, await readdir(victim.root)]).toEqual([1, []]);
    expect(stderr).toContain(`${project.path('.wf')} is a symbolic link`);
  },
);

test.each(PREPARED)('a data folder whose %s was planted is refused', async (name, prepare, said) => {
  await using folder = await tempFolder();
  const data = folder.path('data');
  await mkdir(data, { mode: 0o700 });
  await prepare(folder.path('data', name));
  expect(() => requireSafeDataFolder(data)).toThrow(`${folder.path('data', name)} ${said}`);
});

test('nothing is served from a folder that all users can write to, until its mode is as the message says', async () => {
  await using folder = await tempFolder();
  const data = folder.path('data');
  await mkdir(data);
  await chmod(data, 0o777);
  const refused = await runWf([...SERVE, data, '--migrate'], { cwd: folder.root });
  expect(refused).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('All users of this machine can write'),
  });
  const [, step = ''] = /: (chmod 700 .*)$/m.exec(refused.stderr) ?? [];
  await promisify(execFile)('sh', ['-c', step]);
  expect(await runWf([...SERVE, data, '--migrate'], { cwd: folder.root })).toMatchObject({ exitCode: 0 });
});

test('a folder of another user is refused, also behind a link, and what its group can write to is not', async () => {
  await using folder = await tempFolder();
  const [own = 0, foreign, link] = [process.getuid?.(), folder.path('foreign'), folder.path('link')];
  await mkdir(foreign);
  await chmod(foreign, 0o770);
  await symlink(foreign, link);
  expect(() => [requireSafeDataFolder(foreign), requireSafeDataFolder(link)]).not.toThrow();
  // Only root may give it away; anybody else may be taken for another user.
  if (own === 0) await chown(foreign, 65_534, 65_534);
  const user = own === 0 ? 0 : own + 1;
  for (const path of [foreign, link]) expect(() => requireSafeDataFolder(path, user)).toThrow('another user');
});

/** Every command that opens the database of a folder; each would wait for a writer of the pipe. */
const OPENING = (data: string, { root }: TempFolder): readonly (readonly string[])[] => [
  [...SERVE, data],
  ['backup', `${root}/copy.db`, '--data-dir', data],
  ['restore', `${data}/wf.db`, '--data-dir', `${root}/new`],
  ['restore', `${root}/none.db`, '--data-dir', data],
  ['move', '--data-dir', data, '--to', 'postgres://nobody@127.0.0.1:9/none'],
  ['keys', 'rotate-secret', '--data-dir', data, '--yes'],
  ['prune', '--yes'],
  ['apps', 'list'],
];

test('a named pipe in the place of the database ends each command at once, in one sentence', async () => {
  await using folder = await tempFolder();
  const data = folder.path('.wf');
  await mkdir(data, { mode: 0o700 });
  await writeFile(folder.path('wf.config.json'), '{"app":"a","entry":"a.ts"}');
  await pipe(folder.path('.wf/wf.db'));
  await writeFile(folder.path('none.db'), '');
  const run = async (words: readonly string[]) => [words, await runWf(words, { cwd: folder.root })] as const;
  for (const [words, { exitCode, stderr, stdout }] of await Promise.all(OPENING(data, folder).map(run))) {
    expect([words, exitCode === 0, stdout]).toEqual([words, false, '']);
    expect(stderr).toMatch(/^Error: .*\.\n/);
    expect(stderr).not.toMatch(/bug|^\s+at /m);
  }
});

test('a project whose .wf is a link takes nothing from where it leads, and writes nothing there', async () => {
  await using folder = await tempFolder();
  await mkdir(folder.path('elsewhere'));
  await writeFile(folder.path('wf.config.json'), '{"app":"a","entry":"a.ts"}');
  await symlink('elsewhere', folder.path('.wf'));
  const { exitCode, stderr } = await runWf(['apps', 'create', 'a'], { cwd: folder.root });
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('.wf is a symbolic link')]);
  expect(await readlink(folder.path('.wf'))).toBe('elsewhere');
  await expect(lstat(folder.path('elsewhere/wf.db'))).rejects.toThrow('ENOENT');
});

test('a data folder that wf creates is closed to others', async () => {
  await using folder = await tempFolder();
  await runWf([...SERVE, folder.path('data'), '--migrate'], { cwd: folder.root });
  expect((await stat(folder.path('data'))).mode & 0o777).toBe(0o700);
});
