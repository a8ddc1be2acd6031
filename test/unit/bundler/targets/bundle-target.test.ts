import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { NO_PACKAGE_RULES } from '../../../../src/bundler/packages/mark-external.ts';
import { NODE_SUBPATHS } from '../../../../src/bundler/build/bundle-options.ts';
import { bundleTarget } from '../../../../src/bundler/targets/bundle-target.ts';
import { TARGETS } from '../../../../src/bundler/targets/targets.ts';
import { describeBuildWarning } from '../../../../src/foundation/build-warning.ts';
import { isWfError } from '../../../../src/foundation/errors/wf-error.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const RUNTIME = resolve(import.meta.dirname, '../../../fixtures/stub-sdk/target.ts');
const READS_FILES = "import { readFileSync } from 'node:fs';\nexport const text = readFileSync('a');\n";

type Changes = Partial<Parameters<typeof bundleTarget>[0]>;

/** Bundles the project `app` of a workspace. */
async function bundle(files: Readonly<Record<string, string>>, target: keyof typeof TARGETS, changes: Changes = {}) {
  await using workspace = await tempProject(files);
  const built = await bundleTarget({
    root: workspace.path('app'),
    entry: 'workflow.ts',
    app: 'support',
    aliases: { wfkit: RUNTIME },
    patterns: [],
    runtime: RUNTIME,
    packages: NO_PACKAGE_RULES,
    cpu: null,
    target: TARGETS[target],
    ...changes,
  });
  return { ...built, warnings: built.warnings.map(describeBuildWarning) };
}

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isWfError(error)) throw new Error('It was not refused.', { cause: error });
  return `${error.code} ${error.message}`;
}

test('a module that the platform lacks is rejected at the line of its import', async () => {
  const files = { 'app/workflow.ts': "import './files.ts';\n", 'app/files.ts': READS_FILES };
  expect(await refusalOf(bundle(files, 'cloudflare'))).toBe(
    [
      'WF_BUILD_FAILED files.ts:1:30: Cloudflare Workers have no file system, but this file imports "node:fs".',
      '',
      "  1 | import { readFileSync } from 'node:fs';",
      '    |                              ^',
    ].join('\n'),
  );
});

test('functions and classes keep their names, though the code for a platform is minified', async () => {
  const workflow = 'function searchDocs() {}\nclass Ledger {}\nexport const names = [searchDocs.name, Ledger.name];\n';
  const { files } = await bundle({ 'app/workflow.ts': workflow }, 'cloudflare');
  const texts = [...files].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]);
  await using built = await tempProject(Object.fromEntries(texts));
  const { default: worker } = await import(built.path('worker.mjs'));
  expect(worker.workflow.names).toEqual(['searchDocs', 'Ledger']);
});

test("a package's import of such a module is a warning, and fails when it is used", async () => {
  const files = {
    'app/workflow.ts': "import { text } from 'reader';\nexport default text;\n",
    'app/node_modules/reader/package.json': '{"name":"reader","main":"index.js"}',
    'app/node_modules/reader/index.js': "const fs = require('fs'); exports.text = () => fs.readFileSync('a');",
  };
  const { warnings, files: written } = await bundle(files, 'cloudflare');
  expect(warnings).toEqual([
    'node_modules/reader/index.js:1: Cloudflare Workers have no file system, but this file imports "fs"',
  ]);
  expect(Buffer.from(written.get('worker.mjs') ?? []).toString()).toContain('Cloudflare Workers have no file system.');
});

test.each(['container', 'lambda'] as const)('what a %s only half has is a warning at its line', async (target) => {
  const { warnings } = await bundle({ 'app/workflow.ts': READS_FILES }, target);
  expect(warnings).toEqual([expect.stringMatching(/^workflow\.ts:1: .+only has the files that the build carries/)]);
});

test('a folder for node may import all Node modules', async () => {
  expect((await bundle({ 'app/workflow.ts': READS_FILES }, 'node')).warnings).toEqual([]);
});

test.each(['node', 'container', 'lambda'] as const)(
  "a build for %s takes no part of Node's for a package",
  async (target) => {
    const names = NODE_SUBPATHS.filter((name) => target !== 'lambda' || !name.startsWith('inspector/'));
    const files = { 'app/workflow.ts': names.map((name) => `export * from '${name}';\n`).join('') };
    expect((await bundle(files, target)).files.size).toBeGreaterThan(0);
  },
);

test.each([
  ['cloudflare', 'inspector/promises', 'open no debugger'],
  ['lambda', 'inspector/promises', 'opens no debugger'],
  ['cloudflare', 'fs/promises', 'have no file system'],
  ['cloudflare', 'child_process', 'start no processes'],
  ['cloudflare', 'cluster', 'start no processes'],
  ['cloudflare', 'worker_threads', 'start no threads'],
  ['cloudflare', 'dgram', 'have no datagram sockets'],
  ['cloudflare', 'sqlite', 'have no file system for databases'],
  ['cloudflare', 'vm', 'do not run code that is generated at run time'],
  ['lambda', 'cluster', 'runs one process per call'],
  ['lambda', 'inspector', 'opens no debugger'],
] as const)('a build for %s refuses the module %s with the reason: %s', async (target, module, reason) => {
  const files = { 'app/workflow.ts': `import 'node:${module}';\n` };
  expect(await refusalOf(bundle(files, target))).toContain(` ${reason}, but this file imports "node:${module}".`);
});

test.each([
  ['lambda', 'child_process', 'freezes processes that outlive the call'],
  ['lambda', 'worker_threads', 'freezes threads that outlive the call'],
] as const)('a build for %s warns of the module %s with the reason: %s', async (target, module, reason) => {
  const { warnings } = await bundle({ 'app/workflow.ts': `import 'node:${module}';\n` }, target);
  expect(warnings).toEqual([expect.stringContaining(reason)]);
});

test('code above the size limit of the platform is rejected, and above a lower one warned of', async () => {
  const noise = Array.from({ length: 30_000 }, (_, index) => ((index * 2_654_435_761) >>> 0).toString(36)).join('');
  const files = { 'app/workflow.ts': `export const noise = ${JSON.stringify(noise)};\n` };
  const limited = (refuseAbove: number) => ({
    ...TARGETS.cloudflare,
    limits: {
      ...TARGETS.cloudflare.limits,
      size: { warnAbove: 50_000, refuseAbove, reason: 'that is too large' },
    },
  });
  expect(await refusalOf(bundle(files, 'cloudflare', { target: limited(60_000) }))).toMatch(
    /^WF_BUILD_FAILED Cloudflare Workers: The code is \d+\.\d MB gzipped/,
  );
  const { warnings } = await bundle(files, 'cloudflare', { target: limited(10_000_000) });
  expect(warnings).toEqual([expect.stringContaining('that is too large')]);
});

test('the same sources yield the same bytes in any folder', async () => {
  const files = {
    'app/workflow.ts': "export const lazy = async () => await import('./other.ts');\n",
    'app/other.ts': 'export default 1;\n',
  };
  const [one, other] = [await bundle(files, 'container'), await bundle(files, 'container')];
  expect([...one.files]).toEqual([...other.files]);
  expect([...one.files.keys()]).toEqual(
    expect.arrayContaining(['Dockerfile', 'kubernetes/deployment.yaml', 'server.mjs']),
  );
});

test('a syntax error is reported as in any build', async () => {
  expect(await refusalOf(bundle({ 'app/workflow.ts': 'const = 1' }, 'lambda'))).toContain(
    'WF_BUILD_FAILED workflow.ts:1:7',
  );
});

const NAMES_FILE = "export const url = new URL('./note.md', import.meta.url);\n";

test.each<[string, Record<string, string>, readonly string[], string]>([
  ['a pattern of the project file', { 'app/workflow.ts': '' }, ['texts/**', 'more/**'], '"files" has texts/**'],
  [
    "a file that the author's module names",
    { 'app/workflow.ts': "export * from './read.ts';", 'app/read.ts': NAMES_FILE, 'app/note.md': 'x' },
    [],
    'read.ts reads note.md',
  ],
  [
    'a file of a package of the same workspace',
    {
      'app/workflow.ts': "export * from '../tools/read.ts';",
      'package.json': '{"workspaces":["app","tools"]}',
      'app/package.json': '{}',
      'tools/package.json': '{}',
      'tools/read.ts': NAMES_FILE,
      'tools/note.md': 'x',
    },
    [],
    '../tools/read.ts reads _/tools/note.md',
  ],
])('without a file system, %s is refused', async (_what, files, patterns, said) => {
  await expect(bundle(files, 'cloudflare', { patterns })).rejects.toMatchObject({
    code: 'WF_BUILD_FAILED',
    message: `Cloudflare Workers have no file system, but ${said}.`,
    nextSteps: [
      "Import it, which makes it part of the code: import prompt from './prompt.md', or with { type: 'bytes' }",
      'wf build --target container',
    ],
  });
});

test.each<[string, Record<string, string>]>([
  [
    'what an installed package names',
    {
      'app/workflow.ts': "export * from 'reader';",
      'app/node_modules/reader/index.js': NAMES_FILE,
      'app/node_modules/reader/note.md': 'x',
    },
  ],
  ['a file that does not exist', { 'app/workflow.ts': NAMES_FILE }],
  ['a module without such names', { 'app/workflow.ts': "export const text = './note.md';", 'app/note.md': 'x' }],
])('without a file system, %s is accepted', async (_what, files) => {
  expect((await bundle(files, 'cloudflare')).warnings).toEqual([]);
});
