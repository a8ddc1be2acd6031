import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { describeSource } from '../../../src/contract/environments/describe-source.ts';
import { readCodeSource } from '../../../src/project/read-code-source.ts';
import { tempProject } from '../../helpers/temp-project.ts';

const COMMIT = '3f2a91c0'.repeat(5);
const OTHER = '0123456789'.repeat(4);
const HERE = { PATH: process.env['PATH'] };

const read = async (root: string, env: Record<string, string | undefined> = { PATH: '/nonexistent' }) =>
  await readCodeSource({ root, inputs: ['app/flow.ts', 'flow.ts'], env });

test.each<[string, Record<string, string>, Record<string, string>, object | null]>([
  [
    'a branch',
    { HEAD: 'ref: refs/heads/a/b\n', 'refs/heads/a/b': `${COMMIT}\n` },
    {},
    { commit: COMMIT, branch: 'a/b' },
  ],
  [
    'packed branches',
    {
      HEAD: 'ref: refs/heads/main\n',
      'packed-refs': `# pack-refs\n${OTHER} refs/heads/amain\n${COMMIT} refs/heads/main\n`,
    },
    {},
    { commit: COMMIT, branch: 'main' },
  ],
  ['a detached head', { HEAD: `${COMMIT}\n` }, {}, { commit: COMMIT, branch: null }],
  [
    'a detached head at GitHub',
    { HEAD: COMMIT },
    { GITHUB_REF_NAME: '12/merge' },
    { commit: COMMIT, branch: '12/merge' },
  ],
  ['a detached head at GitLab', { HEAD: COMMIT }, { CI_COMMIT_REF_NAME: 'main' }, { commit: COMMIT, branch: 'main' }],
  [
    'a branch, whatever CI says',
    { HEAD: 'ref: refs/heads/main', 'refs/heads/main': COMMIT },
    { GITHUB_REF_NAME: 'other' },
    { commit: COMMIT, branch: 'main' },
  ],
  ['a name that is not one', { HEAD: COMMIT }, { GITHUB_REF_NAME: 'a\u001b[31mb' }, { commit: COMMIT, branch: null }],
  ['no commit yet', { HEAD: 'ref: refs/heads/main' }, {}, null],
  ['a branch outside of the folder', { HEAD: 'ref: refs/heads/../../../secret', '../secret': COMMIT }, {}, null],
  ['what is not a commit', { HEAD: 'ref: refs/heads/main', 'refs/heads/main': 'password' }, {}, null],
])('commit and branch are read without git: %s', async (_, files, env, expected) => {
  const inGit = Object.entries(files).map(([path, text]) => [`.git/${path}`, text]);
  await using project = await tempProject({ 'app/flow.ts': '', ...Object.fromEntries(inGit) });
  const found = await read(project.path('app'), { PATH: '/nonexistent', ...env });
  expect(found).toEqual(expected === null ? null : { ...expected, dirty: null });
});

test('a file .git is followed only to a repository that knows of the folder', async () => {
  await using project = await tempProject({
    'repo/.git/refs/heads/main': COMMIT,
    'repo/.git/worktrees/tree/HEAD': 'ref: refs/heads/main',
    'repo/.git/worktrees/tree/commondir': '../..',
    'repo/.git/modules/part/HEAD': OTHER,
    'repo/part/flow.ts': '',
    'tree/flow.ts': '',
    'cloned/flow.ts': '',
    'pipe/.git/HEAD/x': '',
  });
  const point = async (folder: string, target: string) =>
    await writeFile(project.path(`${folder}/.git`), `gitdir: ${target}\n`);
  await writeFile(project.path('repo/.git/worktrees/tree/gitdir'), `${project.path('tree/.git')}\n`);
  await point('tree', project.path('repo/.git/worktrees/tree'));
  await point('repo/part', '../.git/modules/part');
  expect(await read(project.path('tree'))).toMatchObject({ commit: COMMIT, branch: 'main' });
  expect(await read(project.path('repo/part'))).toMatchObject({ commit: OTHER, branch: null });
  for (const target of ['../repo/.git/worktrees/tree', '../repo/.git/modules/part', '../repo/.git', '../missing']) {
    await point('cloned', target);
    expect(await read(project.path('cloned')), target).toBeNull();
  }
  expect(await read(project.path('pipe'))).toBeNull();
});

/** A repository with a project, committed. */
async function openRepository() {
  const project = await tempProject({
    '.gitignore': 'ignored\n',
    'app/flow.ts': 'export default 1;\n',
    'elsewhere.ts': '',
    'app/link.txt': '',
  });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: project.root,
      env: { ...HERE, HOME: project.root, GIT_CONFIG_NOSYSTEM: '1' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'one');
  const dirty = async () =>
    (await readCodeSource({ root: project.path('app'), inputs: ['flow.ts', 'more.ts'], env: HERE }))?.dirty;
  return { ...project, git, dirty };
}

test('only changes of the project and of its bundle count', async () => {
  await using repository = await openRepository();
  const write = async (file: string) => {
    await mkdir(repository.path('app/.wf'), { recursive: true });
    await writeFile(repository.path(file), 'changed');
    return await repository.dirty();
  };
  expect(await repository.dirty()).toBe(false);
  for (const file of ['elsewhere.ts', 'app/.wf/state', 'app/notes.txt', 'ignored'])
    expect(await write(file)).toBe(false);
  expect(await write('app/more.ts')).toBe(true);
  await rm(repository.path('app/more.ts'));
  expect(await repository.dirty()).toBe(false);
  expect(await write('app/link.txt')).toBe(true);
  repository.git('commit', '-qam', 'two');
  expect(await repository.dirty()).toBe(false);
  await rename(repository.path('app/flow.ts'), repository.path('app/moved.ts'));
  expect(await repository.dirty()).toBe(true);
  expect(repository.git('rev-parse', 'HEAD')).toBe((await read(repository.root))?.commit);
});

test('no program that a repository names runs', async () => {
  await using repository = await openRepository();
  const program = `touch ${repository.path('ran')}; cat`;
  await writeFile(repository.path('.gitattributes'), '*.ts filter=planted diff=planted\n');
  repository.git('commit', '-qm', 'two', '--allow-empty');
  repository.git('add', '-A');
  repository.git('commit', '-qm', 'three');
  for (const name of [
    'core.fsmonitor',
    'filter.planted.clean',
    'filter.planted.process',
    'diff.external',
    'core.pager',
  ])
    repository.git('config', name, program);
  repository.git('config', 'core.worktree', repository.path('app'));
  await mkdir(repository.path('hooks'));
  repository.git('config', 'core.hooksPath', repository.path('hooks'));
  await writeFile(repository.path('hooks/post-index-change'), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
  await writeFile(repository.path('app/flow.ts'), 'export default 2;\n');
  // The filter might have made the content of the commit of it.
  expect(await repository.dirty()).toBeNull();
  await writeFile(repository.path('app/link.txt'), 'changed');
  expect(await repository.dirty()).toBe(true);
  expect(existsSync(repository.path('ran'))).toBe(false);
});

test('without an answer of git in time, nobody knows whether files changed', async () => {
  await using repository = await openRepository();
  await mkdir(repository.path('bin'));
  await symlink('/bin/sleep', repository.path('bin/sleep'));
  await writeFile(repository.path('bin/git'), '#!/bin/sh\nexec sleep 60\n', { mode: 0o755 });
  const env = { PATH: repository.path('bin') };
  const found = await readCodeSource({ root: repository.root, inputs: [], env, timeoutMs: 50 });
  expect(found).toMatchObject({ branch: 'main', dirty: null });
});

test('a source is described in a few words', () => {
  const source = { commit: COMMIT, branch: 'main', dirty: true };
  expect([source, { ...source, dirty: null }, { ...source, branch: null }, null].map(describeSource)).toEqual([
    '3f2a91c (main, changed files)',
    '3f2a91c (main)',
    '3f2a91c (changed files)',
    null,
  ]);
  expect(describeSource({ ...source, branch: null, dirty: false })).toBe('3f2a91c');
});
