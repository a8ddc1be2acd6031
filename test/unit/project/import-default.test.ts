import { symlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { bareEnv, runWf } from '../../helpers/run-wf.ts';
import { tempProject } from '../../helpers/temp-project.ts';

const IMPORT_DEFAULT = new URL('../../../src/project/import-default.ts', import.meta.url).href;

/** Imports a file of a project in a process of its own, because Vitest loads modules itself. Lists the texts of what was loaded. */
async function load(files: Readonly<Record<string, string>>, file: string, link?: string): Promise<unknown> {
  await using project = await tempProject({ ...files, 'load.mjs': LOAD });
  if (link !== undefined) await symlink(project.path(file), project.path(link));
  const { stdout, stderr } = await runWf([project.path(link ?? file)], {
    program: project.path('load.mjs'),
    cwd: project.root,
    env: bareEnv(project.root),
  });
  return stdout === '' ? stderr : JSON.parse(stdout.replaceAll(`${project.root}/`, ''));
}

const LOAD = `
  import { importDefault } from ${JSON.stringify(IMPORT_DEFAULT)};
  try {
    const { value, sources } = await importDefault(process.argv[2]);
    console.log(JSON.stringify({ value, sources: sources === null ? null : [...sources] }));
  } catch (error) {
    process.stderr.write(error.message);
  }
`;

test.each([
  ['wf.config.js', 'export default { app: "shop" };'],
  ['wf.config.ts', 'export default { app: "shop" };'],
  ['wf.config.mjs', 'import { defineConfig } from "wfkit";\nexport default defineConfig({ app: "shop" });'],
  ['wf.config.ts', 'const app: string = "shop";\nexport default { app };'],
])('%s is imported, with its text', async (file, text) => {
  expect(await load({ [file]: text }, file)).toEqual({ value: { app: 'shop' }, sources: [[file, text]] });
});

test('what it imports at any depth by a relative path is traced', async () => {
  const files = {
    'wf.config.mjs': 'import { app } from "./src/app.mjs";\nexport default { app };',
    'src/app.mjs': 'export { app } from "../app.mjs";',
    'app.mjs': 'export const app = "shop";',
  };
  expect(await load(files, 'wf.config.mjs')).toEqual({ value: { app: 'shop' }, sources: Object.entries(files) });
});

test.each<[string, Record<string, string>]>([
  [
    'a module of Node',
    { 'wf.config.mjs': 'import { basename } from "node:path";\nexport default { app: basename("/shop") };' },
  ],
  ['CommonJS', { 'wf.config.cjs': 'module.exports = { app: "shop" };' }],
  [
    'a JSON file',
    {
      'wf.config.mjs': 'import app from "#app";\nexport default { app };',
      'package.json': '{"imports":{"#app":"./app.mjs"}}',
      'app.mjs': 'export default "shop";',
    },
  ],
])('with %s, its texts are not all that decides', async (_, files) => {
  expect(await load(files, Object.keys(files)[0] ?? '')).toEqual({ value: { app: 'shop' }, sources: null });
});

test('a link may have another target the next time', async () => {
  const files = { 'real.mjs': 'export default { app: "shop" };' };
  expect(await load(files, 'real.mjs', 'wf.config.mjs')).toEqual({ value: { app: 'shop' }, sources: null });
});

test.each([
  ['export const app = 1;', 'it has no default export; write "export default defineConfig({ ... })"'],
  ['throw new Error("mine");', 'mine'],
  ['export default missing;', 'missing is not defined'],
])('%s is an error that says why', async (text, message) => {
  expect(await load({ 'wf.config.mjs': text }, 'wf.config.mjs')).toBe(message);
});
