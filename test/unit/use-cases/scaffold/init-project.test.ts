import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { initProject, type InitProjectOptions } from '../../../../src/use-cases/scaffold/init-project.ts';
import { tempProject, type TempProject } from '../../../helpers/temp-project.ts';

const PACKAGE_JSON = JSON.stringify({
  name: '__PACKAGE__',
  description: '__DESCRIPTION__',
  dependencies: { wfkit: '__WF__', zod: '4.6.7' },
  devDependencies: { typescript: '7.0.2' },
});
const MANIFEST = '{"description":"Tiny","dependencies":{"openai":"7.55.0"},"shares":["server"]}';
const WF = { name: 'wfkit', version: '1.2.3', private: true, files: ['dist'] };

/** A home with a private `wf` package, one template, and nothing at `project`. */
async function tempHome(files: Record<string, string> = {}): Promise<TempProject> {
  return await tempProject({
    'wf/package.json': JSON.stringify(WF),
    'wf/dist/main.js': 'run();\n',
    'templates/_shared/common/package.json': PACKAGE_JSON,
    'templates/_shared/common/wf.config.ts': "export default { app: '__APP__' };\n",
    'templates/_shared/common/gitignore': '.wf/\n',
    'templates/_shared/server/test/server.ts': 'listen();\n',
    'templates/tiny/template.json': MANIFEST,
    'templates/tiny/README.md': '__INSTALL__\n__RUN__ deploy   # there\n',
    'templates/tiny/src/workflow.ts': 'export {};\n',
    ...files,
  });
}

async function init(home: TempProject, options: Partial<InitProjectOptions> = {}) {
  return await initProject({
    dir: home.path('My Project'),
    template: 'tiny',
    templatesDir: home.path('templates'),
    packageRoot: home.path('wf'),
    packageManager: 'npm',
    git: false,
    needsNode: false,
    cwd: home.root,
    ...options,
  });
}

const FILES = [
  '.gitignore',
  'README.md',
  'package.json',
  'src/workflow.ts',
  'test/server.ts',
  'vendor/wfkit-1.2.3.tgz',
  'wf.config.ts',
];

test('a template becomes a project that carries the package that created it', async () => {
  await using home = await tempHome();

  const project = await init(home);

  expect(project).toEqual({
    dir: home.path('My Project'),
    template: 'tiny',
    app: 'my-project',
    wf: 'file:vendor/wfkit-1.2.3.tgz',
    packageManager: 'npm',
    git: false,
    files: FILES,
    nextSteps: ["cd 'My Project'", 'npm install', 'npm test', 'npx wf deploy'],
  });
  expect(await readProject(project.dir)).toEqual({
    name: 'my-project',
    description: 'Tiny',
    dependencies: { openai: '7.55.0', wfkit: 'file:vendor/wfkit-1.2.3.tgz', zod: '4.6.7' },
    devDependencies: { typescript: '7.0.2' },
  });
  expect(await readFile(join(project.dir, 'wf.config.ts'), 'utf8')).toBe("export default { app: 'my-project' };\n");
  expect(await readFile(join(project.dir, 'README.md'), 'utf8')).toBe(
    'npm install\nnpx wf deploy                      # there\n',
  );
  expect((await readdir(project.dir)).toSorted()).toEqual([
    '.gitignore',
    'README.md',
    'package.json',
    'src',
    'test',
    'vendor',
    'wf.config.ts',
  ]);
});

test('a checkout that was not built is rejected, and nothing is created', async () => {
  await using home = await tempHome({ 'wf/package.json': JSON.stringify({ ...WF, files: ['dist', 'bin'] }) });

  await expect(init(home)).rejects.toMatchObject({
    code: 'WF_FAILED',
    message: `Cannot pack wf from ${home.path('wf')} into the project: bin is missing. A checkout of wf must be built first.`,
  });
  expect(await readdir(home.root)).not.toContain('My Project');
});

test.each([
  ['pnpm', ['pnpm install', 'pnpm test', 'pnpm wf deploy'], ['pnpm-workspace.yaml']],
  ['yarn', ['yarn install', 'yarn test', 'yarn wf deploy'], ['.yarnrc.yml', 'yarn.lock']],
  ['bun', ['bun install', 'bun run test', 'bunx wf deploy'], []],
] as const)('%s has its own commands and files', async (packageManager, steps, added) => {
  await using home = await tempHome();

  const project = await init(home, { packageManager });

  expect(project.nextSteps.slice(1)).toEqual(steps);
  expect(project.files).toEqual([...FILES, ...added].toSorted());
  expect(await readFile(join(project.dir, 'README.md'), 'utf8')).toContain(`${steps[0]}\n`);
});

test('a member of a workspace gets no files of a root', async () => {
  await using home = await tempHome({ 'pnpm-workspace.yaml': 'packages: ["packages/*"]\n' });

  expect((await init(home, { packageManager: 'pnpm', dir: home.path('packages/one') })).files).toEqual(FILES);
  expect((await init(home, { packageManager: 'pnpm', dir: home.path('other/one') })).files).toEqual(
    [...FILES, 'pnpm-workspace.yaml'].toSorted(),
  );
});

test('a git repository is created on request, unless the folder is in one', async () => {
  await using home = await tempHome();

  const first = await init(home, { git: true });
  const nested = await init(home, { git: true, dir: join(first.dir, 'nested') });

  expect([first.git, nested.git]).toEqual([true, false]);
  expect(await readdir(first.dir)).toContain('.git');
  expect(await readdir(nested.dir)).not.toContain('.git');
});

test('an unknown template is rejected with the available ones', async () => {
  await using home = await tempHome({ 'templates/rag/template.json': MANIFEST });

  await expect(init(home, { template: 'tny' })).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No template is called "tny". Did you mean tiny?',
  });
  await expect(init(home, { template: '../wf' })).rejects.toThrow(
    expect.objectContaining({ message: 'No template is called "../wf". Available: rag, tiny.' }),
  );
  expect(await readdir(home.root)).not.toContain('My Project');
});

test('a folder with files is rejected and not touched', async () => {
  await using home = await tempHome({ 'My Project/notes.txt': 'mine', 'My Project/src/a.ts': '' });

  await expect(init(home)).rejects.toMatchObject({
    code: 'WF_FOLDER_NOT_EMPTY',
    message: expect.stringContaining('is not empty: it contains notes.txt, src.'),
    nextSteps: ['wf init my-workflow'],
  });
  expect((await readdir(home.path('My Project'))).toSorted()).toEqual(['notes.txt', 'src']);
});

test('a folder with only .git, or leftovers of an interrupted init, is accepted', async () => {
  await using home = await tempHome({ 'My Project/.git/HEAD': 'ref', 'My Project/.wf-init-1/package.json': '{' });

  await init(home);

  expect((await readdir(home.path('My Project'))).toSorted()).toEqual([
    '.git',
    '.gitignore',
    'README.md',
    'package.json',
    'src',
    'test',
    'vendor',
    'wf.config.ts',
  ]);
});

test('a failure leaves nothing behind, not even parent folders', async () => {
  // The file has the same name as the folder.
  await using home = await tempHome({ 'templates/tiny/.gitignore/x': '' });

  await expect(init(home, { dir: home.path('deep/er/project') })).rejects.toThrow();

  expect(await readdir(home.root)).not.toContain('deep');
});

test('a failure while writing does not touch an existing folder', async () => {
  // The file has the same name as the folder.
  await using home = await tempHome({ 'templates/tiny/.gitignore/x': '', 'My Project/.git/HEAD': 'ref' });

  await expect(init(home)).rejects.toMatchObject({
    code: 'WF_FAILED',
    message: expect.stringContaining('Cannot write the project to'),
  });

  expect(await readdir(home.path('My Project'))).toEqual(['.git']);
});

test('a folder with a package leads to the command that joins it', async () => {
  await using home = await tempHome({ 'My Project/package.json': '{}' });

  await expect(init(home)).rejects.toMatchObject({
    nextSteps: [`wf init --into '${home.path('My Project')}'`, 'wf init my-workflow'],
  });
});

async function readProject(dir: string) {
  return JSON.parse(await readFile(join(dir, 'package.json'), 'utf8')) as Record<string, unknown>;
}
