import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { findProject as find, findProjectFile, PROJECT_FILES } from '../../../src/project/find-project.ts';
import { thisMachine } from '../../../src/project/machine.ts';
import { tempProject } from '../../helpers/temp-project.ts';

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

describe('findProject', () => {
  test.each(PROJECT_FILES)('reads %s', async (name) => {
    const type = name.endsWith('.js') ? { 'package.json': '{"type": "module"}' } : {};
    await using project = await tempProject({ ...type, [name]: TEXTS[name] });
    expect(await findProject(project.root)).toEqual({
      root: project.root,
      file: project.path(name),
      config: { app: 'support' },
    });
  });

  test('finds the nearest folder upwards', async () => {
    await using project = await tempProject({ 'wf.config.json': '{"app": "outer"}', 'inner/.wfrc': 'app: inner' });
    await mkdir(project.path('inner/a/b'), { recursive: true });
    const found = await findProject(project.path('inner/a/b'));
    expect(found?.config.app).toBe('inner');
    expect(found?.root).toBe(project.path('inner'));
  });

  test('prefers the first of several files in a folder', async () => {
    await using project = await tempProject({ 'wf.config.json': '{"app": "first"}', '.wfrc': 'app: second' });
    expect((await findProject(project.root))?.config.app).toBe('first');
  });

  test('returns null if there is none', async () => {
    await using project = await tempProject({ 'package.json': '{"dependencies": {"wfkit": "1.0.0"}}' });
    expect(await findProject(project.root)).toBeNull();
  });

  test('skips a package.json that is not JSON, and a folder with the name of a project file', async () => {
    await using project = await tempProject({ 'package.json': '{"wf": ', 'wf.config.json/x': '' });
    expect(await findProject(project.root)).toBeNull();
  });

  test('skips a file that another user put into a folder of all', async () => {
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

  test('skips a package.json that is no object, and one that only contains the word', async () => {
    await using project = await tempProject({ 'package.json': '["wf"]', 'inner/package.json': '{"keywords": ["wf"]}' });
    expect(findProjectFile(project.path('inner'))).toBeNull();
  });

  test('reads an empty file as no settings', async () => {
    await using project = await tempProject({ '.wfrc': '\n' });
    expect((await findProject(project.root))?.config).toEqual({});
  });

  test('follows $import of another file', async () => {
    await using project = await tempProject({ '.wfrc': '$import: ./base.yaml\napp: own', 'base.yaml': 'timeout: 5' });
    expect((await findProject(project.root))?.config).toEqual({ app: 'own', timeout: 5 });
  });

  test('finds a project in a folder whose name is not ASCII or contains spaces', async () => {
    await using project = await tempProject({ 'mit Ümlaut %20/wf.config.mjs': MODULE_TEXT });
    expect((await findProject(project.path('mit Ümlaut %20')))?.config.app).toBe('support');
  });
});

describe('a project file of code', () => {
  // In a separate process, because vitest imports modules differently than Node.
  // Node must print no warning on standard error, where it would mix with a command's output.
  const evaluate = (root: string) => {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { findProject } from ${JSON.stringify(join(process.cwd(), 'src/project/find-project.ts'))};
         const found = await findProject(${JSON.stringify(root)}).catch((error) => ({ message: error.message, nextSteps: error.nextSteps }));
         console.log(JSON.stringify(found.config ?? found));`,
      ],
      { encoding: 'utf8', env: { ...process.env, WF_TRUSTED_FOLDERS: root } },
    );
    return stderr + stdout;
  };

  test('that imports wf can be read before anything is installed', async () => {
    await using project = await tempProject({
      'wf.config.ts':
        "import { defineConfig } from 'wfkit';\nexport default defineConfig({ app: 'support' as string });",
    });
    expect(JSON.parse(evaluate(project.root))).toEqual({ app: 'support' });
  });

  test('gets the real package when it imports more than defineConfig', async () => {
    await using project = await tempProject({
      'package.json': '{"type": "module"}',
      'wf.config.ts': "import { defineConfig, name } from 'wfkit';\nexport default defineConfig({ app: name });",
      'node_modules/wfkit/package.json': '{"name": "wfkit", "type": "module", "exports": "./index.js"}',
      'node_modules/wfkit/index.js': "export const name = 'real';\nexport const defineConfig = (config) => config;",
    });
    expect(JSON.parse(evaluate(project.root))).toEqual({ app: 'real' });
  });

  test.each([
    ['types', 'const app: string = "typed";\nexport default { app };', 'typed'],
    ['CommonJS', 'module.exports = { app: require("node:path").basename("/x/common") };', 'common'],
    ['an import of its own', 'import app from "./app.mjs";\nexport default { app };', 'imported'],
    ['top-level await', 'export default await Promise.resolve({ app: "awaited" });', 'awaited'],
  ])('may contain %s', async (_, text, app) => {
    const file = text.startsWith('module') ? 'wf.config.js' : 'wf.config.ts';
    await using project = await tempProject({
      'package.json': '{}',
      'app.mjs': 'export default "imported";',
      [file]: text,
    });
    expect(JSON.parse(evaluate(project.root))).toEqual({ app });
  });

  test('says what to install if another package is missing', async () => {
    await using project = await tempProject({ 'wf.config.ts': "import 'nowhere';\nexport default {};" });
    const { message, nextSteps } = JSON.parse(evaluate(project.root));
    expect(message).toContain("Cannot find package 'nowhere'");
    expect(nextSteps).toEqual(['npm install']);
  });

  test('names the line of a syntax error', async () => {
    await using project = await tempProject({ 'wf.config.ts': 'export default {\n  app: = 1,\n};' });
    const { message } = JSON.parse(evaluate(project.root));
    expect(message).toContain('wf.config.ts, line 2:');
  });
});

describe('a broken project file', () => {
  test.each([
    ['wf.config.json', '{"app": ', 'Cannot read the project file '],
    ['wf.config.yaml', 'app: [', 'Cannot read the project file '],
    ['wf.config.mjs', 'export const app = 1;', 'it has no default export'],
    ['wf.config.mjs', 'throw new Error("no luck");', ': no luck.'],
    ['wf.config.json', '[1]', 'it must contain an object with settings'],
    ['wf.config.json', '"text"', 'it must contain an object with settings'],
    ['package.json', '{"wf": 3}', 'it must contain an object with settings'],
    ['wf.config.json', '{"ap": "x"}', '"ap" is not a setting (did you mean app?)'],
    ['wf.config.json', '{"app": "x y"}', 'app: Use letters, digits, "-" and "_" in an app name'],
    ['wf.config.json', '{"timeout": "5"}', 'timeout: expected number, received string'],
    ['wf.config.json', '{"timeout": -1}', 'timeout: '],
    ['wf.config.json', '{"base_url": "host"}', 'base_url: '],
    ['wf.config.json', '{"api_key": "secret"}', '"api_key" is not a setting'],
  ])('%s holding %s', async (name, text, said) => {
    await using project = await tempProject({ [name]: text });
    const error = await findProject(project.root).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'WF_INVALID_INPUT' });
    expect(String(error)).toContain(project.path(name));
    expect(String(error)).toContain(said);
  });
});

test('a changed project file is read again', async () => {
  await using project = await tempProject({ 'wf.config.mjs': 'export default { app: "old" };' });
  await findProject(project.root);
  await writeFile(project.path('wf.config.mjs'), 'export default { app: "new" };');
  await utimes(project.path('wf.config.mjs'), 1, 1);
  expect((await findProject(project.root))?.config.app).toBe('new');
});
