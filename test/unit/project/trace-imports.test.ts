import { execFile } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { tempProject } from '../../helpers/temp-project.ts';

const run = promisify(execFile);
const MODULE = new URL('../../../src/project/trace-imports.ts', import.meta.url).href;

const FILES = {
  'stub.mjs': 'export const stub = "the stub";',
  'plain.mjs': 'export default "plain";',
  'whole.ts':
    'import { stub } from "wfkit";\nimport { b } from "./lib/b.ts";\nconst all: string[] = [stub, b];\nexport default all;',
  'lib/b.ts': 'import data from "../data.json" with { type: "json" };\nexport const b: string = data.name;',
  'data.json': '{"name": "the data"}',
  'builtin.mjs': 'import "./plain.mjs";\nimport { sep } from "node:path";\nexport default sep;',
  'later.mjs': 'export default (await import("./plain.mjs")).default;',
  'common.cjs': 'module.exports = { name: "common" };',
  'requires.mjs': 'import common from "./common.cjs";\nexport default common.name;',
  'unstubbed.mjs': 'import { stub } from "wfkit";\nexport default stub;',
};

/** Imports modules in a process of Node, and reads their values and what was traced, relative to the folder. */
async function trace(root: string, calls: readonly (readonly [file: string, options: string])[]) {
  const script = `const { traceImports } = await import(${JSON.stringify(MODULE)});
    const { pathToFileURL } = await import('node:url');
    const { writeFileSync } = await import('node:fs');
    const root = process.argv[1] + '/';
    const trace = async (file, options) => {
      const traced = traceImports(pathToFileURL(root + file).href, options);
      const value = await import(traced.url).then((found) => found.default, (error) => error.code);
      traced.stop();
      const { sources } = traced;
      return [value, sources === null ? null : [...sources].map(([path, text]) => [path.replace(root, ''), text.length])];
    };
    const stub = pathToFileURL(root + 'stub.mjs').href;
    const found = [];
    ${calls.map(([file, options]) => `found.push(await trace(${JSON.stringify(file)}, ${options}));`).join('\n')}
    console.log(JSON.stringify(found));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script, '--', root]);
  return JSON.parse(stdout) as unknown;
}

const lengthOf = (file: keyof typeof FILES) => [file, FILES[file].length];

test('the files that a module imports by relative paths are traced, at any depth', async () => {
  await using project = await tempProject(FILES);
  expect(
    await trace(project.root, [
      ['plain.mjs', '{}'],
      ['whole.ts', '{ stub }'],
      ['later.mjs', '{}'],
      ['plain.mjs', '{ load: () => ({ format: "module", source: "export default 7;" }) }'],
    ]),
  ).toEqual([
    ['plain', [lengthOf('plain.mjs')]],
    [
      ['the stub', 'the data'],
      [lengthOf('whole.ts'), lengthOf('lib/b.ts'), lengthOf('data.json')],
    ],
    ['plain', [lengthOf('later.mjs'), lengthOf('plain.mjs')]],
    [7, [['plain.mjs', 'export default 7;'.length]]],
  ]);
});

test('a module that imports anything else, or is a link, has no known sources', async () => {
  await using project = await tempProject(FILES);
  await symlink(project.path('plain.mjs'), project.path('link.mjs'));
  expect(
    await trace(project.root, [
      ['builtin.mjs', '{}'],
      ['requires.mjs', '{}'],
      ['link.mjs', '{}'],
      ['unstubbed.mjs', '{}'],
    ]),
  ).toEqual([
    ['/', null],
    ['common', null],
    ['plain', null],
    ['ERR_MODULE_NOT_FOUND', expect.anything()],
  ]);
});

test('each trace loads the files anew', async () => {
  await using project = await tempProject(FILES);
  const change = '(writeFileSync(root + "plain.mjs", "export default 2;"), {})';
  expect(
    await trace(project.root, [
      ['later.mjs', '{}'],
      ['later.mjs', change],
    ]),
  ).toMatchObject([
    ['plain', expect.anything()],
    [2, expect.anything()],
  ]);
});
