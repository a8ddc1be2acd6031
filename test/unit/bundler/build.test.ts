import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { tempProject } from '../../helpers/temp-project.ts';
import { NODE_SUBPATHS } from '../../../src/bundler/build/bundle-options.ts';
import { addCommand } from '../../../src/bundler/build/to-build-error.ts';
import { drawCodeFrame } from '../../../src/bundler/build/draw-code-frame.ts';
import { describeBuildWarning } from '../../../src/foundation/build-warning.ts';
import { requireEntry } from '../../../src/bundler/build/require-entry.ts';
import type { UserError } from '../../../src/foundation/errors/wf-error.ts';
import { bundleProject, withDoor } from './stub-sdk.ts';

async function failureOf(files: Record<string, string>): Promise<UserError> {
  await using project = await tempProject(files);
  const failure: unknown = await bundleProject(project.root).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'SourceError', code: 'WF_BUILD_FAILED' });
  // The line above holds it to that.
  return failure as UserError;
}

test('a syntax error shows file, line, column, the line and a caret', async () => {
  const { message, details } = await failureOf({ 'src/workflow.ts': 'const a = 1;\nexport const b = a a;\n' });

  expect(message).toBe(
    [
      'src/workflow.ts:2:20: The workflow does not compile: Expected ";" but found "a".',
      '',
      '  2 | export const b = a a;',
      '    |                    ^',
    ].join('\n'),
  );
  expect(details).toEqual({
    problems: [{ text: 'Expected ";" but found "a"', file: 'src/workflow.ts', line: 2, column: 20 }],
  });
});

test('the caret counts characters, even with tabs and accents', async () => {
  const { message } = await failureOf({ 'src/workflow.ts': "\tconst é = 'ü' x;\n" });

  expect(message).toContain('src/workflow.ts:1:16: ');
  expect(message).toContain("  1 | \tconst é = 'ü' x;\n    | \t              ^");
});

test('a caret far to the right is shown with the text around it', async () => {
  const { message } = await failureOf({ 'src/workflow.ts': `const long = '${'x'.repeat(500)}' here;\n` });

  const [shown = '', caret = ''] = message.split('\n').slice(-2);
  expect(shown.length).toBeLessThan(110);
  expect(shown.slice(caret.indexOf('^'))).toBe('here;');
});

test('TypeScript that Node and esbuild do not support is rejected with its position', async () => {
  const { message } = await failureOf({ 'src/workflow.ts': 'export const a: number = ;\n' });

  expect(message).toMatch(/^src\/workflow\.ts:1:26: The workflow does not compile: Unexpected ";"\./);
});

test('a missing package is reported with the command to install it', async () => {
  const { message, nextSteps } = await failureOf({
    'src/workflow.ts': "import { ask } from './ask.ts';\nexport default ask;\n",
    'src/ask.ts': "import Client from '@acme/llm/client';\nexport const ask = Client;\n",
  });

  expect(message).toMatch(
    /^src\/ask\.ts:1:20: The file imports "@acme\/llm\/client", but the package @acme\/llm is not installed\.\n\n {2}1 \| /,
  );
  expect(nextSteps).toEqual(['npm install @acme/llm']);
});

test("every part of Node's modules is Node's, also without its prefix", async () => {
  await using project = await tempProject({
    'src/workflow.ts': NODE_SUBPATHS.map((name) => `export * from '${name}';\n`).join(''),
  });
  const { inputs } = await bundleProject(project.root);
  expect(NODE_SUBPATHS).toEqual(expect.arrayContaining(['readline/promises', 'inspector/promises', 'fs/promises']));
  expect(inputs).toContain('src/workflow.ts');
});

const ASKING = {
  'node_modules/asking/package.json': '{"name":"asking","main":"index.js"}',
  'node_modules/asking/index.js': [
    "exports.required = () => require('absent-one');exports.again = () => require('absent-one');",
    "exports.imported = () => import('@absent/two/part');",
    "exports.within = () => import('./part.mjs');",
  ].join('\n'),
  'node_modules/asking/part.mjs': "import { named } from 'absent-three';\nexport const part = named;\n",
  'src/workflow.ts': [
    "import asking from 'asking';",
    'const codeOf = async (use) => await Promise.resolve().then(use).catch(({ code }) => code);',
    'Promise.all([asking.required, asking.imported, asking.within].map(codeOf)).then((codes) => console.log(codes.join()));',
  ].join('\n'),
};

test('a package that is not installed, which another package loads when it needs it, is a warning', async () => {
  await using project = await tempProject(ASKING);
  const { code, warnings } = await bundleProject(project.root);
  const text = (name: string) => `asking loads ${name}, which is not installed: it fails when it is used`;
  expect(warnings.map(describeBuildWarning)).toEqual([
    `node_modules/asking/index.js:1: ${text('absent-one')}`,
    `node_modules/asking/index.js:2: ${text('@absent/two')}`,
    `node_modules/asking/part.mjs:1: ${text('absent-three')}`,
  ]);
  const { stdout } = await promisify(execFile)(process.execPath, [code]);
  expect(stdout).toBe('MODULE_NOT_FOUND,ERR_MODULE_NOT_FOUND,ERR_MODULE_NOT_FOUND\n');
});

test("a package's static import of what is not installed fails the build, as Node would", async () => {
  const { message } = await failureOf({
    ...ASKING,
    'node_modules/asking/index.js':
      "export const required = () => import('absent-two');\nimport 'absent-one';\nexport const imported = 2;",
    'src/workflow.ts': "export * from 'asking';\n",
  });
  expect(message).toContain('the package absent-one is not installed.');
  expect(message).not.toContain('more problem');
});

test('"external" takes the name of a package that is not installed, and that another package loads', async () => {
  await using project = await tempProject(ASKING);
  const external = ['absent-one', '@absent/two', 'absent-three'].map((name) => ({ name, scripts: false }));
  const { warnings, packages } = await bundleProject(project.root, { packages: { external, bundled: [] } });
  expect([warnings, packages]).toEqual([[], null]);
});

test('a relative import of a missing file is reported with its position', async () => {
  const { message, nextSteps } = await failureOf({ 'src/workflow.ts': "export * from './gone.ts';\n" });

  expect(message).toMatch(/^src\/workflow\.ts:1:15: The file imports "\.\/gone\.ts", but there is no such file\./);
  expect(nextSteps).toEqual([]);
});

test('an import of a missing export is rejected', async () => {
  const { message } = await failureOf({
    'src/workflow.ts': "import { b } from './a.ts';\nexport default b;\n",
    'src/a.ts': 'export const a = 1;\n',
  });

  expect(message).toContain('src/workflow.ts:1:10: The workflow does not compile: No matching export in "src/a.ts"');
});

test('an unknown entry of the SDK is rejected with the available ones', async () => {
  const { message, nextSteps } = await failureOf({ 'src/workflow.ts': "export * from 'wfkit/nothing';\n" });

  expect(message).toContain('The file imports "wfkit/nothing", but the available entries are wfkit, wfkit/runtime.');
  expect(nextSteps).toEqual([]);
});

test('several problems are counted, each with the next step of the package manager whose lock file is there', async () => {
  const { message, nextSteps } = await failureOf({
    'yarn.lock': '',
    'src/workflow.ts': "import a from 'package-a';\nimport b from '@a/b/c';\nexport default [a, b];\n",
  });

  expect(message).toContain('1 more problem after this one.');
  expect(nextSteps).toEqual(['yarn add package-a', 'yarn add @a/b']);
});

test.each([
  ['next to a gutter as wide as the number', { line: 120, column: 5 }, 'let x y', '  120 | let x y\n      |     ^'],
  ['after the end of the line', { line: 1, column: 4 }, 'abc', '  1 | abc\n    |    ^'],
  ['under tabs', { line: 1, column: 3 }, '\t\tx', '  1 | \t\tx\n    | \t\t^'],
  ['at the beginning', { line: 1, column: 1 }, 'abc  ', '  1 | abc\n    | ^'],
])('the caret is under the column: %s', (_, position, line, frame) => {
  expect(drawCodeFrame(position, line)).toBe(frame);
});

test('a long line is truncated around its column', () => {
  const [line = '', caret = ''] = drawCodeFrame(
    { line: 1, column: 301 },
    `${'a'.repeat(300)}B${'c'.repeat(300)}`,
  ).split('\n');

  expect(line).toHaveLength(76);
  expect(line[caret.indexOf('^')]).toBe('B');
});

test.each([
  [70, 60, '  7 | ', 59],
  [71, 41, '  7 | ', 40],
  [71, 42, '  7 | 1', 40],
])('of %d characters with a caret at %d, what fits is shown', (length, column, begin, indent) => {
  const text = Array.from({ length }, (_, index) => index % 10).join('');
  const start = begin.length - '  7 | '.length;
  const shown = text.slice(start, start + 70);
  expect(drawCodeFrame({ line: 7, column }, text)).toBe(`  7 | ${shown}\n    | ${' '.repeat(indent)}^`);
});

async function requireFrom(root: string, entry: string): Promise<void> {
  await requireEntry(root, entry, (await withDoor(root)).door);
}

test('an existing entry is accepted, with and without a leading dot', async () => {
  await using project = await tempProject({ 'src/workflow.ts': '' });

  await expect(requireFrom(project.root, 'src/workflow.ts')).resolves.toBeUndefined();
  await expect(requireFrom(project.root, './src/workflow.ts')).resolves.toBeUndefined();
});

test.each([
  ['src', 'The entry "src" is a folder, not a module.'],
  ...['../outside.ts', '/etc/hosts', '.', 'src/../..'].map((entry) => [
    entry,
    `The entry ${JSON.stringify(entry)} is not inside the project.`,
  ]),
])('the entry %s is rejected', async (entry, message) => {
  await using project = await tempProject({ 'src/workflow.ts': '' });
  await expect(requireFrom(project.root, entry)).rejects.toMatchObject({ code: 'WF_BUILD_FAILED', message });
});

test.each([
  ['src/workflw.ts', ' Did you mean src/workflow.ts?'],
  ['workflow.ts', ' Did you mean src/workflow.ts?'],
  ['other/place.ts', ''],
])('a missing entry %s is reported with its path, and with a similar one', async (entry, hint) => {
  await using project = await tempProject({ 'src/workflow.ts': '', 'src/workflow.test.ts': '' });
  await expect(requireFrom(project.root, entry)).rejects.toMatchObject({
    code: 'WF_BUILD_FAILED',
    message: `The entry "${entry}" does not exist: there is no file ${join(project.root, entry)}.${hint}`,
    nextSteps: ['Set "entry" in wf.config.ts to the module that exports the routes, as in src/workflow.ts'],
  });
});

test('several modules may be meant by a missing entry', async () => {
  const files = ['far.ts', 'src/far.ts', 'lib/far.ts', 'src/nearx.ts', 'src/neary.ts'];
  await using project = await tempProject(Object.fromEntries(files.map((file) => [file, ''])));
  await expect(requireFrom(project.root, 'src/nearz.ts')).rejects.toThrow(
    'nearz.ts. Did you mean src/nearx.ts or src/neary.ts?',
  );
  await expect(requireFrom(project.root, 'a/very/deep/folder/far.ts')).rejects.toThrow(
    'far.ts. Did you mean far.ts or src/far.ts?',
  );
});

test('declarations, tests and configurations are no entries, and other modules may be meant', async () => {
  const files = ['app.d.ts', 'app.test.ts', 'app.config.mts', 'app.txt', 'app.jsx', 'app.cts'];
  await using project = await tempProject(Object.fromEntries(files.map((file) => [file, ''])));
  await expect(requireFrom(project.root, 'app.ts')).rejects.toMatchObject({
    message: `The entry "app.ts" does not exist: there is no file ${join(project.root, 'app.ts')}. Did you mean app.cts?`,
  });
});

test.each([
  ['pnpm-lock.yaml', 'pnpm add zod'],
  ['yarn.lock', 'yarn add zod'],
  ['bun.lock', 'bun add zod'],
  ['bun.lockb', 'bun add zod'],
  ['package-lock.json', 'npm install zod'],
  ['npm-shrinkwrap.json', 'npm install zod'],
])('with %s, a package is added by %s', async (file, command) => {
  await using home = await tempProject({ [file]: '', 'apps/shop/package.json': '{}' });
  expect(addCommand(home.root, 'zod')).toBe(command);
  expect(addCommand(home.path('apps/shop'), 'zod')).toBe(command);
});

test('the nearest lock file decides which package manager adds a package, and npm without one', async () => {
  await using home = await tempProject({ 'yarn.lock': '', 'app/package-lock.json': '' });
  await using bare = await tempProject();
  expect(addCommand(home.path('app'), '@a/b')).toBe('npm install @a/b');
  expect(addCommand(bare.root, '@a/b')).toBe('npm install @a/b');
});
