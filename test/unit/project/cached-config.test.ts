import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type TempProject, tempProject } from '../../helpers/temp-project.ts';

const FIND_PROJECT = join(process.cwd(), 'src/project/find-project.ts');

/**
 * Finds the project in a separate process, as each command does, and returns whether its file was evaluated: only then is
 * the module that reads project files loaded.
 */
function find(project: TempProject, env: Readonly<Record<string, string>> = {}, root = project.root) {
  const code = `
    let wasEvaluated = false;
    process.getBuiltinModule('module').registerHooks({
      load(url, context, next) {
        wasEvaluated ||= url.endsWith('/load-project-file.ts');
        return next(url, context);
      },
    });
    const { findProject } = await import(${JSON.stringify(FIND_PROJECT)});
    const found = await findProject(${JSON.stringify(root)}).catch(({ message }) => ({ config: message }));
    console.log(JSON.stringify([found.config, wasEvaluated]));
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
    env: {
      ...process.env,
      XDG_CACHE_HOME: project.path('cache'),
      LOCALAPPDATA: project.path('cache'),
      WF_TRUSTED_FOLDERS: root,
      ...env,
    },
  });
  expect(stderr).toBe('');
  const [config, wasEvaluated] = JSON.parse(stdout) as [unknown, boolean];
  return { config, wasEvaluated };
}

const CONFIG = "import { defineConfig } from 'wfkit';\nexport default defineConfig({ app: 'support' as string });";

describe('the value of a project file of code', () => {
  test('is computed by the first run and cached for the second', async () => {
    await using project = await tempProject({ 'wf.config.ts': CONFIG });
    expect(find(project)).toEqual({ config: { app: 'support' }, wasEvaluated: true });
    expect(find(project)).toEqual({ config: { app: 'support' }, wasEvaluated: false });
  });

  test('is computed again when the file changes', async () => {
    await using project = await tempProject({ 'wf.config.ts': CONFIG });
    find(project);
    writeFileSync(project.path('wf.config.ts'), CONFIG.replace('support', 'billing'));
    expect(find(project)).toEqual({ config: { app: 'billing' }, wasEvaluated: true });
    expect(find(project)).toEqual({ config: { app: 'billing' }, wasEvaluated: false });
  });

  test('is computed again when a file that it imports changes, at any depth', async () => {
    await using project = await tempProject({
      'wf.config.ts': "import { app } from './one.ts';\nexport default { app };",
      'one.ts': "import { two } from './deep/two.mjs';\nexport const app: string = `a-${two}`;",
      'deep/two.mjs': "import three from './three.json' with { type: 'json' };\nexport const two = `b-${three}`;",
      'deep/three.json': '"c"',
      'package.json': '{"type": "module"}',
    });
    expect(find(project)).toEqual({ config: { app: 'a-b-c' }, wasEvaluated: true });
    expect(find(project)).toEqual({ config: { app: 'a-b-c' }, wasEvaluated: false });
    const change = (file: string, before: string, after: string) =>
      writeFileSync(project.path(file), readFileSync(project.path(file), 'utf8').replace(before, after));
    change('one.ts', 'a-', 'A-');
    expect(find(project)).toEqual({ config: { app: 'A-b-c' }, wasEvaluated: true });
    change('deep/two.mjs', 'b-', 'B-');
    expect(find(project)).toEqual({ config: { app: 'A-B-c' }, wasEvaluated: true });
    change('deep/three.json', 'c', 'C');
    expect(find(project)).toEqual({ config: { app: 'A-B-C' }, wasEvaluated: true });
    expect(find(project)).toEqual({ config: { app: 'A-B-C' }, wasEvaluated: false });
    rmSync(project.path('deep/three.json'));
    expect(find(project)).toEqual({
      config: expect.stringContaining('Cannot read the project file'),
      wasEvaluated: true,
    });
  });

  test.each([
    ['the environment', 'export default { app: process.env.APP_OF_TEST };'],
    ['the environment in an imported file', "export { default } from './settings.mjs';"],
    [
      'the environment by another name',
      'const { env } = globalThis["proc" + "ess"];\nexport default { app: env.APP_OF_TEST };',
    ],
    ['a module of Node', "import { env } from 'node:process';\nexport default { app: env.APP_OF_TEST };"],
    ['a package', "import { app } from 'settings';\nexport default { app };"],
  ])('is computed in each run if it uses %s', async (_what, text) => {
    await using project = await tempProject({
      'wf.config.mjs': text,
      'settings.mjs': 'export default { app: process.env.APP_OF_TEST };',
      'node_modules/settings/package.json': '{"name": "settings", "type": "module", "exports": "./index.js"}',
      'node_modules/settings/index.js': 'export const app = process.env.APP_OF_TEST;',
    });
    for (const app of ['one', 'two'])
      expect(find(project, { APP_OF_TEST: app })).toEqual({ config: { app }, wasEvaluated: true });
  });

  test('is not cached if cosmiconfig merges another file', async () => {
    await using project = await tempProject({
      'wf.config.mjs': "export default { $import: './base.json', app: 'own' };",
      'base.json': '{"timeout": 5}',
    });
    expect(find(project).config).toEqual({ app: 'own', timeout: 5 });
    writeFileSync(project.path('base.json'), '{"timeout": 6}');
    expect(find(project).config).toEqual({ app: 'own', timeout: 6 });
  });

  test('is not cached if the file is a link', async () => {
    await using project = await tempProject({ 'real.mjs': "export default { app: 'lin' + 'ked' };" });
    symlinkSync(project.path('real.mjs'), project.path('wf.config.mjs'));
    find(project);
    expect(find(project)).toEqual({ config: { app: 'linked' }, wasEvaluated: true });
  });

  test('is not cached until it no longer throws', async () => {
    await using project = await tempProject({ 'wf.config.mjs': 'throw new Error("no luck");' });
    for (const _run of ['first', 'second']) {
      expect(find(project)).toEqual({ config: expect.stringContaining('no luck'), wasEvaluated: true });
    }
    writeFileSync(project.path('wf.config.mjs'), "export default { app: 'found' };");
    find(project);
    expect(find(project)).toEqual({ config: { app: 'found' }, wasEvaluated: false });
    writeFileSync(project.path('wf.config.mjs'), 'throw new Error("again");');
    expect(find(project)).toEqual({ config: expect.stringContaining('again'), wasEvaluated: true });
  });

  test('is not cached if a setting is invalid', async () => {
    await using project = await tempProject({ 'wf.config.mjs': "export default { ap: 'x' };" });
    for (const _run of ['first', 'second']) {
      expect(find(project)).toEqual({ config: expect.stringContaining('did you mean app?'), wasEvaluated: true });
    }
  });
});

describe('the cache of project files', () => {
  const folderOf = (project: TempProject) => project.path('cache/wf/projects');

  test('is rewritten if it is damaged', async () => {
    await using project = await tempProject({ 'wf.config.ts': CONFIG });
    find(project);
    const [name = ''] = readdirSync(folderOf(project));
    for (const text of ['', 'null', '{"version": 1}', '\u0000\u0001']) {
      writeFileSync(join(folderOf(project), name), text);
      expect(find(project)).toEqual({ config: { app: 'support' }, wasEvaluated: true });
    }
    expect(find(project)).toEqual({ config: { app: 'support' }, wasEvaluated: false });
  });

  test('of another version of wf is not used', async () => {
    await using project = await tempProject({ 'wf.config.ts': CONFIG });
    find(project);
    const [name = ''] = readdirSync(folderOf(project));
    const file = join(folderOf(project), name);
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version: '0.0.1' }));
    expect(find(project)).toEqual({ config: { app: 'support' }, wasEvaluated: true });
  });

  test('of another project is not used, even with the same file name', async () => {
    const deep = `${'d'.repeat(120)}/${'e'.repeat(120)}`;
    await using project = await tempProject({
      [`one/${deep}/wf.config.mjs`]: "export default { app: 'one' };",
      [`two/${deep}/wf.config.mjs`]: "export default { app: 'two' };",
    });
    for (const app of ['one', 'two', 'one'])
      expect(find(project, {}, project.path(`${app}/${deep}`)).config).toEqual({ app });
    expect(readdirSync(folderOf(project))).toHaveLength(1);
  });

  test('is not used if others can write to its folder', async () => {
    await using project = await tempProject({ 'wf.config.ts': CONFIG });
    find(project);
    const [name = ''] = readdirSync(folderOf(project));
    const forged = readFileSync(join(folderOf(project), name), 'utf8').replace('"app":"support"', '"app":"forged"');
    writeFileSync(join(folderOf(project), name), forged);
    expect(find(project).config).toEqual({ app: 'forged' });
    chmodSync(folderOf(project), 0o777);
    expect(find(project)).toEqual({ config: { app: 'support' }, wasEvaluated: true });
  });

  test('is not used if its folder cannot be created', async () => {
    await using project = await tempProject({ 'wf.config.ts': CONFIG, cache: 'a file' });
    for (const _run of ['first', 'second'])
      expect(find(project)).toEqual({ config: { app: 'support' }, wasEvaluated: true });
  });

  test('is not used if its file cannot be written', async () => {
    await using project = await tempProject({ 'wf.config.ts': CONFIG });
    find(project);
    const [name = ''] = readdirSync(folderOf(project));
    rmSync(join(folderOf(project), name));
    // A folder with the file's name cannot be replaced, which has the same effect as a full disk.
    mkdirSync(join(folderOf(project), name));
    expect(find(project)).toEqual({ config: { app: 'support' }, wasEvaluated: true });
    expect(readdirSync(folderOf(project))).toEqual([name]);
  });

  test('pushes out the oldest of a hundred others, and is evaluated once more when it was pushed out', async () => {
    await using project = await tempProject({ 'wf.config.ts': CONFIG });
    find(project);
    const [own = ''] = readdirSync(folderOf(project));
    utimesSync(join(folderOf(project), own), 0, 0);
    const others = Array.from({ length: 99 }, (_, index) => `other-${index}.json`);
    for (const name of others) writeFileSync(join(folderOf(project), name), '{}');
    await using second = await tempProject({ 'wf.config.ts': CONFIG });
    find(project, {}, second.root);
    const names = readdirSync(folderOf(project));
    expect([names.length, names.includes(own)]).toEqual([100, false]);
    expect(find(project).wasEvaluated).toBe(true);
    expect(find(project).wasEvaluated).toBe(false);
  });

  test('contains no files that are not code', async () => {
    await using project = await tempProject({ 'wf.config.json': '{"app": "support"}' });
    expect(find(project).config).toEqual({ app: 'support' });
    expect(existsSync(folderOf(project))).toBe(false);
  });
});
