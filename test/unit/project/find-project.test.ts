import { chmod, chown, mkdir, stat } from 'node:fs/promises';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { findProject as find, findProjectFile, PROJECT_FILES } from '../../../src/project/find-project.ts';
import { thisMachine } from '../../../src/project/machine.ts';
import { tempProject } from '../../helpers/temp-project.ts';
import { NodeFinder } from './node-finder.ts';

/** Finds a project whose code may run. */
const findProject = (root: string) => find(root, thisMachine({ ...process.env, WF_TRUSTED_FOLDERS: root }));

const JSON_TEXT = '{"app": "support"}';
const MODULE_TEXT = 'export default { app: "support" };';
const TEXTS: Record<(typeof PROJECT_FILES)[number], string> = {
  'wf.config.ts': 'const app: string = "support";\nexport default { app };',
  'wf.config.js': MODULE_TEXT,
  'wf.config.mjs': MODULE_TEXT,
  'wf.config.json': JSON_TEXT,
  'wf.config.yaml': 'app: support\n',
  'wf.config.yml': 'app: support\n',
  '.wfrc': 'app: support\n',
  '.wfrc.json': JSON_TEXT,
  '.wfrc.yaml': 'app: support\n',
  '.wfrc.yml': 'app: support\n',
  '.wfrc.js': MODULE_TEXT,
  '.wfrc.mjs': MODULE_TEXT,
  '.wfrc.ts': MODULE_TEXT,
  'package.json': '{"name": "x", "wf": {"app": "support"}}',
};

describe('a project', () => {
  test.each(PROJECT_FILES)('is found by its %s', async (name) => {
    const type = name.endsWith('.js') ? { 'package.json': '{"type": "module"}' } : {};
    await using project = await tempProject({ ...type, [name]: TEXTS[name] });
    expect(await findProject(project.root)).toEqual({
      root: project.root,
      file: project.path(name),
      config: { app: 'support' },
    });
  });

  test('is the nearest folder upwards', async () => {
    await using project = await tempProject({ 'wf.config.json': '{"app": "outer"}', 'inner/.wfrc': 'app: inner' });
    await mkdir(project.path('inner/a/b'), { recursive: true });
    expect(await findProject(project.path('inner/a/b'))).toMatchObject({
      root: project.path('inner'),
      config: { app: 'inner' },
    });
  });

  test('has the settings of the first of several files in a folder', async () => {
    await using project = await tempProject({ 'wf.config.json': '{"app": "first"}', '.wfrc': 'app: second' });
    expect((await findProject(project.root))?.config.app).toBe('first');
  });

  test.each([
    { 'package.json': '{"dependencies": {"wfkit": "1.0.0"}}' },
    { 'package.json': '{"wf": ', 'wf.config.json/x': '' },
    { 'package.json': '["wf"]' },
    { 'package.json': '{"keywords": ["wf"]}' },
  ])('is not a folder with %j', async (files) => {
    await using project = await tempProject({ ...files, 'inner/x': '' });
    expect(await findProject(project.path('inner'))).toBeNull();
  });

  test('is not chosen by a file that another user put into a folder of all', async () => {
    await using project = await tempProject({ '.wfrc': 'app: theirs' });
    const { uid } = await stat(project.path('.wfrc'));
    // Root's own files would count as the machine's.
    if (uid === 0) await chown(project.path('.wfrc'), 4321, 4321);
    const owner = uid === 0 ? 4321 : uid;
    const getuid = vi.spyOn(process, 'getuid').mockReturnValue(owner + 1);
    onTestFinished(() => getuid.mockRestore());
    const foundIn = async (mode: number) => {
      await chmod(project.root, mode);
      return findProjectFile(project.root) !== null;
    };
    for (const mode of [0o755, 0o775]) expect(await foundIn(mode)).toBe(true);
    for (const mode of [0o777, 0o702]) expect(await foundIn(mode)).toBe(false);
    getuid.mockReturnValue(owner);
    expect(await foundIn(0o777)).toBe(true);
  });

  test('has no settings in an empty file', async () => {
    await using project = await tempProject({ '.wfrc': '\n' });
    expect((await findProject(project.root))?.config).toEqual({});
  });

  test('follows $import of another file', async () => {
    await using project = await tempProject({ '.wfrc': '$import: ./base.yaml\napp: own', 'base.yaml': 'timeout: 5' });
    expect((await findProject(project.root))?.config).toEqual({ app: 'own', timeout: 5 });
  });

  test('may be in a folder whose name is not ASCII or contains spaces', async () => {
    await using project = await tempProject({ 'mit Ümlaut %20/wf.config.mjs': MODULE_TEXT });
    expect((await findProject(project.path('mit Ümlaut %20')))?.config.app).toBe('support');
  });
});

describe('a project file of code', () => {
  const finder = new NodeFinder();
  afterAll(async () => expect(await finder.close()).toBe(''));

  test.each([
    ['types', 'wf.config.ts', 'const app: string = "typed";\nexport default { app };', 'typed'],
    ['CommonJS', 'wf.config.js', 'module.exports = { app: require("node:path").basename("/x/common") };', 'common'],
    ['an import of its own', 'wf.config.ts', 'import app from "./app.mjs";\nexport default { app };', 'imported'],
    ['top-level await', 'wf.config.ts', 'export default await Promise.resolve({ app: "awaited" });', 'awaited'],
    [
      'an import of wf before anything is installed',
      'wf.config.ts',
      "import { defineConfig } from 'wfkit';\nexport default defineConfig({ app: 'support' as string });",
      'support',
    ],
  ])('may contain %s', async (_, file, text, app) => {
    await using project = await tempProject({
      'package.json': '{}',
      'app.mjs': 'export default "imported";',
      [file]: text,
    });
    expect((await finder.find(project.root)).config).toEqual({ app });
  });

  test('gets the real package when it imports more than defineConfig', async () => {
    await using project = await tempProject({
      'package.json': '{"type": "module"}',
      'wf.config.ts': "import { defineConfig, name } from 'wfkit';\nexport default defineConfig({ app: name });",
      'node_modules/wfkit/package.json': '{"name": "wfkit", "type": "module", "exports": "./index.js"}',
      'node_modules/wfkit/index.js': "export const name = 'real';\nexport const defineConfig = (config) => config;",
    });
    expect((await finder.find(project.root)).config).toEqual({ app: 'real' });
  });

  test.each([
    ["import 'nowhere';\nexport default {};", ": Cannot find package 'nowhere'", 'npm install'],
    ['export default {\n  app: = 1,\n};', ', line 2: ', 'Fix wf.config.ts.'],
    ['export default missing;', ', line 1: missing is not defined.', 'Fix wf.config.ts.'],
  ])('%j is refused with what to do', async (text, said, step) => {
    await using project = await tempProject({ 'wf.config.ts': text });
    expect(await finder.find(project.root)).toMatchObject({
      config: expect.stringContaining(`Cannot read the project file ${project.path('wf.config.ts')}${said}`),
      nextSteps: [step],
    });
  });
});

test.each([
  ['wf.config.json', '{"app": 1,,}', /: JSON error: .+\.$/],
  ['.wfrc', 'app: [', /: YAML error: .+\.$/],
  ['.wfrc', '# no settings', /: YAML error: expected a document, but the input is empty\.$/],
  [
    'wf.config.mjs',
    'export const app = 1;',
    /: it has no default export; write "export default defineConfig\(.*\)"\.$/,
  ],
  ['wf.config.mjs', 'throw new Error("no luck.");', /: no luck\.$/],
  ['wf.config.mjs', 'throw new Error("one\\ntwo");', /: one\.$/],
  ['wf.config.mjs', 'throw "one";', /: its code threw "one"\.$/],
  ['wf.config.mjs', 'throw undefined;', /: its code threw undefined\.$/],
])('%s with %j is refused with the reason', async (name, text, reason) => {
  await using project = await tempProject({ [name]: text });
  const file = project.path(name);
  await expect(findProject(project.root)).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: expect.stringMatching(reason),
    nextSteps: [`Fix ${name}.`],
    details: { file },
  });
  await expect(findProject(project.root)).rejects.toThrow(`Cannot read the project file ${file}`);
});

test.each([
  ['[1]', 'it must contain an object with settings'],
  ['"text"', 'it must contain an object with settings'],
  ['{"wf": 3}', '"wf" is not a setting'],
  ['{"ap": 1, "zzzzzzzz": 2}', '"ap" is not a setting (did you mean app?); "zzzzzzzz" is not a setting'],
  ['{"timeout": "5", "app": 1}', 'app: expected string, received number; timeout: expected number, received string'],
  ['{"app": "x y"}', 'app: Use letters, digits, "-" and "_" in an app name'],
  ['{"timeout": -1}', 'timeout: Too small: expected number to be >0'],
  ['{"base_url": "host"}', 'base_url: Invalid URL'],
  ['{"api_key": "secret"}', '"api_key" is not a setting'],
])('the settings %s are refused with every problem', async (text, problems) => {
  await using project = await tempProject({ 'wf.config.json': text });
  const file = project.path('wf.config.json');
  await expect(findProject(project.root)).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `Invalid project file ${file}: ${problems}.`,
    nextSteps: [expect.stringMatching(/^Settings are: .*app.*timeout/)],
    details: { file },
  });
});
