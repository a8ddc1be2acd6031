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
import { afterAll, describe, expect, test } from 'vitest';
import { type TempProject, tempProject } from '../../helpers/temp-project.ts';
import { NodeFinder } from './node-finder.ts';

const finder = new NodeFinder();
afterAll(async () => expect(await finder.close()).toBe(''));

/** Finds the project, and returns whether its file was evaluated. */
async function find(project: TempProject, env: Readonly<Record<string, string>> = {}, root = project.root) {
  const cache = project.path('cache');
  return await finder.find(root, { XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, ...env });
}

const CONFIG = "import { defineConfig } from 'wfkit';\nexport default defineConfig({ app: 'support' as string });";

describe('the value of a project file of code', () => {
  test('is computed by the first run and cached until the file changes', async () => {
    await using project = await tempProject({ 'wf.config.ts': CONFIG });
    expect(await find(project)).toEqual({ config: { app: 'support' }, wasEvaluated: true });
    expect(await find(project)).toEqual({ config: { app: 'support' }, wasEvaluated: false });
    writeFileSync(project.path('wf.config.ts'), CONFIG.replace('support', 'billing'));
    expect(await find(project)).toEqual({ config: { app: 'billing' }, wasEvaluated: true });
    expect(await find(project)).toEqual({ config: { app: 'billing' }, wasEvaluated: false });
  });

  test('is computed again when a file that it imports changes, at any depth', async () => {
    await using project = await tempProject({
      'wf.config.ts': "import { app } from './one.ts';\nexport default { app };",
      'one.ts': "import { two } from './deep/two.mjs';\nexport const app: string = `a-${two}`;",
      'deep/two.mjs': "import three from '../three.json' with { type: 'json' };\nexport const two = `b-${three}`;",
      'three.json': '"c"',
      'package.json': '{"type": "module"}',
    });
    expect(await find(project)).toEqual({ config: { app: 'a-b-c' }, wasEvaluated: true });
    expect(await find(project)).toEqual({ config: { app: 'a-b-c' }, wasEvaluated: false });
    const change = (file: string, before: string, after: string) =>
      writeFileSync(project.path(file), readFileSync(project.path(file), 'utf8').replace(before, after));
    change('one.ts', 'a-', 'A-');
    expect(await find(project)).toEqual({ config: { app: 'A-b-c' }, wasEvaluated: true });
    change('deep/two.mjs', 'b-', 'B-');
    expect(await find(project)).toEqual({ config: { app: 'A-B-c' }, wasEvaluated: true });
    change('three.json', 'c', 'C');
    expect(await find(project)).toEqual({ config: { app: 'A-B-C' }, wasEvaluated: true });
    expect(await find(project)).toEqual({ config: { app: 'A-B-C' }, wasEvaluated: false });
    rmSync(project.path('three.json'));
    expect(await find(project)).toMatchObject({
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
    ['CommonJS', "import read from './common.cjs';\nexport default { app: read() };"],
    ['an import that package.json maps', "export { default } from '#settings';"],
  ])('is computed in each run if it uses %s', async (_what, text) => {
    await using project = await tempProject({
      'package.json': '{"imports": {"#settings": "./settings.mjs"}}',
      'wf.config.mjs': text,
      'settings.mjs': 'export default { get app() { return process.env.APP_OF_TEST; } };',
      'common.cjs': 'module.exports = () => process.env.APP_OF_TEST;',
    });
    for (const app of ['one', 'two'])
      expect(await find(project, { APP_OF_TEST: app })).toEqual({ config: { app }, wasEvaluated: true });
  });

  test('is computed in each run if it uses a package', async () => {
    await using project = await tempProject({
      'wf.config.mjs': "import { app } from 'settings';\nexport default { app };",
      'node_modules/settings/package.json': '{"name": "settings", "type": "module", "exports": "./index.js"}',
      'node_modules/settings/index.js': "export const app = 'of-package';",
    });
    for (const _run of ['first', 'second'])
      expect(await find(project)).toEqual({ config: { app: 'of-package' }, wasEvaluated: true });
  });

  test('is not cached if cosmiconfig merges another file', async () => {
    await using project = await tempProject({
      'wf.config.mjs': "export default { $import: './base.json', app: 'own' };",
      'base.json': '{"timeout": 5}',
    });
    expect((await find(project)).config).toEqual({ app: 'own', timeout: 5 });
    writeFileSync(project.path('base.json'), '{"timeout": 6}');
    expect((await find(project)).config).toEqual({ app: 'own', timeout: 6 });
  });

  test('is not cached if the file is a link', async () => {
    await using project = await tempProject({ 'real.mjs': "export default { app: 'lin' + 'ked' };" });
    symlinkSync(project.path('real.mjs'), project.path('wf.config.mjs'));
    await find(project);
    expect(await find(project)).toEqual({ config: { app: 'linked' }, wasEvaluated: true });
  });

  test.each([
    ['it throws', 'throw new Error("no luck");', 'no luck'],
    ['a setting is invalid', "export default { ap: 'x' };", 'did you mean app?'],
  ])('is not cached while %s', async (_, text, said) => {
    await using project = await tempProject({ 'wf.config.mjs': text });
    const refused = { config: expect.stringContaining(said), wasEvaluated: true };
    expect([await find(project), await find(project)]).toMatchObject([refused, refused]);
    writeFileSync(project.path('wf.config.mjs'), "export default { app: 'found' };");
    await find(project);
    expect(await find(project)).toEqual({ config: { app: 'found' }, wasEvaluated: false });
    writeFileSync(project.path('wf.config.mjs'), text);
    expect(await find(project)).toMatchObject(refused);
  });
});

describe('the cache of project files', () => {
  const folderOf = (project: TempProject) => project.path('cache/wf/projects');
  const fileOf = (project: TempProject) => join(folderOf(project), readdirSync(folderOf(project))[0] ?? '');

  test('is rewritten if it is damaged', async () => {
    await using project = await tempProject({ 'wf.config.ts': CONFIG });
    await find(project);
    for (const text of ['', 'null', '{"version": 1}', '\u0000\u0001']) {
      writeFileSync(fileOf(project), text);
      expect(await find(project)).toEqual({ config: { app: 'support' }, wasEvaluated: true });
    }
    expect(await find(project)).toEqual({ config: { app: 'support' }, wasEvaluated: false });
  });

  test('of another version of wf is not used', async () => {
    await using project = await tempProject({ 'wf.config.ts': CONFIG });
    await find(project);
    const cached = JSON.parse(readFileSync(fileOf(project), 'utf8'));
    writeFileSync(fileOf(project), JSON.stringify({ ...cached, version: '0.0.1' }));
    expect(await find(project)).toEqual({ config: { app: 'support' }, wasEvaluated: true });
  });

  test('of another project is not used, even with the same file name', async () => {
    const deep = `${'d'.repeat(120)}/${'e'.repeat(120)}`;
    await using project = await tempProject({
      [`one/${deep}/wf.config.mjs`]: "export default { app: 'one' };",
      [`two/${deep}/wf.config.mjs`]: "export default { app: 'two' };",
    });
    for (const app of ['one', 'two', 'one'])
      expect((await find(project, {}, project.path(`${app}/${deep}`))).config).toEqual({ app });
    expect(readdirSync(folderOf(project))).toHaveLength(1);
  });

  test('is not used if others can write to its folder', async () => {
    await using project = await tempProject({ 'wf.config.ts': CONFIG });
    await find(project);
    const forged = readFileSync(fileOf(project), 'utf8').replace('"app":"support"', '"app":"forged"');
    writeFileSync(fileOf(project), forged);
    expect((await find(project)).config).toEqual({ app: 'forged' });
    chmodSync(folderOf(project), 0o777);
    expect(await find(project)).toEqual({ config: { app: 'support' }, wasEvaluated: true });
  });

  test('is not used if its folder cannot be created', async () => {
    await using project = await tempProject({ 'wf.config.ts': CONFIG, cache: 'a file' });
    for (const _run of ['first', 'second'])
      expect(await find(project)).toEqual({ config: { app: 'support' }, wasEvaluated: true });
  });

  test('is not used if its file cannot be written', async () => {
    await using project = await tempProject({ 'wf.config.ts': CONFIG });
    await find(project);
    const file = fileOf(project);
    rmSync(file);
    // A folder with the file's name cannot be replaced, which has the same effect as a full disk.
    mkdirSync(file);
    expect(await find(project)).toEqual({ config: { app: 'support' }, wasEvaluated: true });
    expect(fileOf(project)).toBe(file);
  });

  test('removes the oldest of a hundred others, which is then evaluated once more', async () => {
    await using project = await tempProject({ 'wf.config.ts': CONFIG });
    await find(project);
    const own = fileOf(project);
    utimesSync(own, 0, 0);
    const others = Array.from({ length: 99 }, (_, index) => `other-${index}.json`);
    for (const name of others) writeFileSync(join(folderOf(project), name), '{}');
    await using second = await tempProject({ 'wf.config.ts': CONFIG });
    await find(project, {}, second.root);
    expect([readdirSync(folderOf(project)).length, existsSync(own)]).toEqual([100, false]);
    expect([(await find(project)).wasEvaluated, (await find(project)).wasEvaluated]).toEqual([true, false]);
  });

  test('contains no files that are not code', async () => {
    await using project = await tempProject({ 'wf.config.json': '{"app": "support"}' });
    expect((await find(project)).config).toEqual({ app: 'support' });
    expect(existsSync(folderOf(project))).toBe(false);
  });
});
