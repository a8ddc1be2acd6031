import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { initProject, type InitProjectOptions } from '../../../../src/use-cases/develop/init-project.ts';
import { tempProject, type TempProject } from '../../../helpers/temp-project.ts';

const PACKAGE_JSON = '{"name":"__PACKAGE__","description":"Tiny","dependencies":{"wfkit":"__WF__","zod":"4.6.7"}}\n';

/** A home with a private `wf` package, one template, and nothing at `project`. */
async function tempHome(files: Record<string, string> = {}): Promise<TempProject> {
  return await tempProject({
    'wf/package.json': '{"name":"wfkit","version":"1.2.3","private":true}',
    'templates/tiny/package.json': PACKAGE_JSON,
    'templates/tiny/wf.config.ts': "export default { app: '__APP__' };\n",
    'templates/tiny/src/workflow.ts': 'export {};\n',
    'templates/tiny/gitignore': '.wf/\n',
    ...files,
  });
}

async function init(home: TempProject, options: Partial<InitProjectOptions> = {}) {
  return await initProject({
    dir: home.path('My Project'),
    template: 'tiny',
    templatesDir: home.path('templates'),
    packageRoot: home.path('wf'),
    ...options,
  });
}

test('a template becomes a project that depends on the package that created it', async () => {
  await using home = await tempHome();

  const project = await init(home);

  expect(project).toMatchObject({
    dir: home.path('My Project'),
    template: 'tiny',
    app: 'my-project',
    wf: 'file:../wf',
    files: ['.gitignore', 'package.json', 'src/workflow.ts', 'wf.config.ts'],
  });
  expect(project.nextSteps.slice(1)).toEqual(['npm install', 'npm test', 'npx wf deploy']);
  expect(JSON.parse(await readFile(join(project.dir, 'package.json'), 'utf8'))).toEqual({
    name: 'my-project',
    description: 'Tiny',
    dependencies: { wfkit: 'file:../wf', zod: '4.6.7' },
  });
  expect(await readFile(join(project.dir, 'wf.config.ts'), 'utf8')).toBe("export default { app: 'my-project' };\n");
  expect((await readdir(project.dir)).toSorted()).toEqual(['.gitignore', 'package.json', 'src', 'wf.config.ts']);
});

test('a published package is referred to by its exact version', async () => {
  await using home = await tempHome({ 'wf/package.json': '{"name":"wfkit","version":"1.2.3"}' });

  expect((await init(home)).wf).toBe('1.2.3');
});

test('a reference to a folder with URL characters is not escaped', async () => {
  await using home = await tempHome({ '100% #1/package.json': '{"name":"wfkit","version":"1.2.3","private":true}' });

  expect((await init(home, { packageRoot: home.path('100% #1') })).wf).toBe('file:../100% #1');
});

test.each([
  ['Support Router', 'support-router'],
  ['Übersetzer_2', 'ubersetzer_2'],
  ['--x--', 'x'],
  ['日本', 'workflow'],
])('the folder %s yields the app name %s', async (folder, app) => {
  await using home = await tempHome();

  expect((await init(home, { dir: home.path(folder) })).app).toBe(app);
});

test('a given name is kept, and npm gets a valid one', async () => {
  await using home = await tempHome();

  const project = await init(home, { appName: '_Support' });

  expect(project.app).toBe('_Support');
  expect(JSON.parse(await readFile(join(project.dir, 'package.json'), 'utf8')).name).toBe('support');
});

test('a project never has the name of a dependency', async () => {
  await using home = await tempHome();

  const project = await init(home, { appName: 'zod' });

  expect(JSON.parse(await readFile(join(project.dir, 'package.json'), 'utf8')).name).toBe('zod-app');
});

test('an invalid app name is rejected with a valid suggestion', async () => {
  await using home = await tempHome();

  await expect(init(home, { appName: 'my app!' })).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    nextSteps: ['wf init --name my-app'],
  });
  expect(await readdir(home.root)).not.toContain('My Project');
});

test('an unknown template is rejected with the available ones', async () => {
  await using home = await tempHome({ 'templates/rag/package.json': PACKAGE_JSON });

  await expect(init(home, { template: 'tny' })).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No template is called "tny". Did you mean tiny?',
  });
  await expect(init(home, { template: '../wf' })).rejects.toThrow('Available: rag, tiny.');
  expect(await readdir(home.root)).not.toContain('My Project');
});

test('a folder with files is rejected and not touched', async () => {
  await using home = await tempHome({ 'My Project/notes.txt': 'mine', 'My Project/src/a.ts': '' });

  await expect(init(home)).rejects.toMatchObject({
    code: 'WF_FOLDER_NOT_EMPTY',
    message: expect.stringContaining('is not empty: it contains notes.txt, src.'),
  });
  expect((await readdir(home.path('My Project'))).toSorted()).toEqual(['notes.txt', 'src']);
});

test('a file with the name of the folder is rejected', async () => {
  await using home = await tempHome({ 'My Project': 'a file' });

  await expect(init(home)).rejects.toMatchObject({ code: 'WF_FOLDER_NOT_EMPTY' });
});

test('a folder with only .git, or leftovers of an interrupted init, is accepted', async () => {
  await using home = await tempHome({ 'My Project/.git/HEAD': 'ref', 'My Project/.wf-init-1/package.json': '{' });

  await init(home);

  expect((await readdir(home.path('My Project'))).toSorted()).toEqual([
    '.git',
    '.gitignore',
    'package.json',
    'src',
    'wf.config.ts',
  ]);
});

test('a failure leaves nothing behind, not even parent folders', async () => {
  await using home = await tempHome({ 'wf/package.json': 'no json' });

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

test('a parent that is a file is reported', async () => {
  await using home = await tempHome({ file: '' });

  await expect(init(home, { dir: home.path('file/project') })).rejects.toMatchObject({ code: 'WF_FAILED' });
});

test('the published templates are found', async () => {
  await using home = await tempHome();

  const project = await init(home, { template: 'basic', templatesDir: resolve('templates') });

  expect(project.files).toEqual(expect.arrayContaining(['.gitignore', 'src/workflow.ts', 'testsets/messages.csv']));
});
