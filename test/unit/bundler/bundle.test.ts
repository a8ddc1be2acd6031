import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageMap } from '../../helpers/package-map.ts';
import { linkPackages, tempProject, type TempProject } from '../../helpers/temp-project.ts';
import { bundleWorkflow } from '../../../src/bundler/bundle/bundle-workflow.ts';
import { findEvaluatorFiles } from '../../../src/bundler/bundle/find-evaluators.ts';
import { openSourceBundler } from '../../../src/bundler/bundle/source-bundle.ts';
import { canReplace, findInstalledZod } from '../../../src/bundler/sdk-package/resolve-sdk.ts';
import { bundleProject, ENTRY, STUB_ALIASES } from './stub-sdk.ts';

const HELLO = `
import { route } from 'wfkit';
import { greet } from './greet.ts';
export const hello = route('/hello', () => greet('world'));
`;
const GREET = 'export const greet = (name: string): string => `hello ${name}`;\n';

test('a workflow and what it imports become one file and its source map', async () => {
  await using project = await tempProject({ 'src/workflow.ts': HELLO, 'src/greet.ts': GREET });

  const bundle = await bundleProject(project.root);

  const code = await readFile(bundle.code);
  expect(bundle).toEqual({
    code: project.path('.wf/build/workflow.mjs'),
    map: project.path('.wf/build/workflow.mjs.map'),
    sha256: createHash('sha256').update(code).digest('hex'),
    size: code.byteLength,
    inputs: expect.arrayContaining(['src/greet.ts', 'src/workflow.ts']),
    files: [],
    packages: null,
    warnings: [],
  });
  expect(await readdir(project.path('.wf/build'))).toEqual(['workflow.mjs', 'workflow.mjs.map']);
});

test('the code contains the source map of the project only, so that stacks refer to its lines', async () => {
  await using project = await tempProject({
    'src/workflow.ts': `${HELLO}greet('nobody');\n`,
    'src/greet.ts': 'export const greet = (name: string): string => {\n  throw new Error(`no ${name}`);\n};\n',
  });

  const { code } = await bundleProject(project.root);

  const [, encoded = ''] =
    /sourceMappingURL=data:application\/json;base64,(\S+)\n$/.exec(await readFile(code, 'utf8')) ?? [];
  const map = JSON.parse(Buffer.from(encoded, 'base64').toString());
  expect(map.sources.toSorted()).toEqual(['project:///src/greet.ts', 'project:///src/workflow.ts']);
  const load = `import(${JSON.stringify(code)}).catch(({ stack }) => console.log(stack));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--enable-source-maps', '-e', load]);
  expect(stdout).toContain('(project:///src/greet.ts:2:9)');
});

test('a bundle without a source map runs, and exports the app and the names of its exports', async () => {
  await using project = await tempProject({ 'src/workflow.ts': HELLO, 'src/greet.ts': GREET });

  await bundleProject(project.root);
  const { code, map } = await bundleProject(project.root, { sourcemap: false });

  const bundle = await import(code);
  expect([map, await readdir(project.path('.wf/build'))]).toEqual([null, ['workflow.mjs']]);
  expect(bundle.exportNames).toEqual(['hello']);
  expect(bundle.createApp({}).describe()).toMatchObject([{ path: '/hello', name: 'hello' }]);
});

test('the same sources in another folder yield the same bytes and source map', async () => {
  await using project = await tempProject({ 'src/workflow.ts': HELLO, 'src/greet.ts': GREET });
  await using elsewhere = await tempProject();
  const copy = elsewhere.path('deeper/down/copy');
  await cp(project.root, copy, { recursive: true });

  const [first, second] = [await bundleProject(project.root), await bundleProject(copy)];

  expect(second.sha256).toBe(first.sha256);
  expect(await readFile(second.map ?? '', 'utf8')).toBe(await readFile(first.map ?? '', 'utf8'));
});

test('neither code nor source map contains a path of this machine', async () => {
  await using project = await tempProject({ 'src/workflow.ts': HELLO, 'src/greet.ts': GREET });

  const { code, map } = await bundleProject(project.root);

  const texts = await Promise.all([code, map ?? ''].map(async (file) => await readFile(file, 'utf8')));
  expect(texts.filter((text) => text.includes(project.root) || text.includes(process.cwd()))).toEqual([]);
  expect(JSON.parse(texts[1] ?? '').sources.toSorted()).toEqual([
    '../../src/greet.ts',
    '../../src/workflow.ts',
    '../../wf-bundle-entry.js',
    'wf:///test/fixtures/stub-sdk/runtime.ts',
    'wf:///test/fixtures/stub-sdk/wf.ts',
  ]);
});

test('a CommonJS package that requires a Node module works in the bundle', async () => {
  await using project = await tempProject({
    'src/workflow.ts':
      "import { route } from 'wfkit';\nimport old from 'old';\nexport const sep = route('/' + old, () => old);\n",
    'node_modules/old/package.json': '{"name":"old","version":"1.0.0","main":"index.js"}',
    'node_modules/old/index.js':
      "const path = require('path'); module.exports = path.basename('a/b') + typeof __dirname + typeof __filename;\n",
  });

  const { code } = await bundleProject(project.root, { sourcemap: false });

  expect((await import(code)).createApp({}).describe()).toMatchObject([{ path: '/bstringstring' }]);
});

test("the SDK shares the project's zod, so that a bundle holds one", async () => {
  await using project = await tempProject({
    'src/workflow.ts':
      "import { route } from 'wfkit';\nimport * as z from 'zod';\nexport const x = route('/x', () => z.string());\n",
    'sdk/package.json': '{"name":"wfkit","version":"1.0.0"}',
    'sdk/index.ts':
      "import * as z from 'zod';\nexport const route = (path: string) => ({ path, schema: z.string() });\n",
    'sdk/node_modules/zod/package.json': '{"name":"zod","version":"4.0.1","type":"module","main":"index.js"}',
    'sdk/node_modules/zod/index.js': "export const string = () => 'the older zod';\n",
  });
  await linkPackages(project.root, ['zod']);

  const build = async () =>
    await bundleWorkflow({
      root: project.root,
      entry: 'src/workflow.ts',
      outDir: project.path('.wf/build'),
      aliases: { ...STUB_ALIASES, wfkit: project.path('sdk/index.ts') },
    });

  expect(await readFile((await build()).code, 'utf8')).not.toContain('the older zod');
  await writeFile(
    project.path('sdk/node_modules/zod/package.json'),
    '{"name":"zod","version":"5.0.0","type":"module","main":"index.js"}',
  );
  expect(await readFile((await build()).code, 'utf8')).toContain('the older zod');
});

test("a project that is not installed yet is bundled with the SDK's zod", async () => {
  await using project = await tempProject({
    'src/workflow.ts':
      "import { route } from 'wfkit';\nimport * as z from 'zod';\nexport const x = route('/x', () => z.string());\n",
  });

  const { inputs } = await bundleProject(project.root);

  expect(inputs.filter((input) => input.endsWith('/node_modules/zod/index.js'))).toHaveLength(1);
});

test('a failed build keeps the last working bundle', async () => {
  await using project = await tempProject({ 'src/workflow.ts': HELLO, 'src/greet.ts': GREET });
  const good = await bundleProject(project.root);
  const before = await stat(good.code);
  await writeFile(project.path('src/greet.ts'), 'export const greet = (;\n');

  await expect(bundleProject(project.root)).rejects.toMatchObject({ code: 'WF_BUILD_FAILED' });

  expect((await stat(good.code)).mtimeMs).toBe(before.mtimeMs);
  expect(await readdir(join(project.root, '.wf/build'))).toEqual(['workflow.mjs', 'workflow.mjs.map']);
});

test('functions and classes keep their names, so that a registry by name works as it does from source', async () => {
  await using project = await tempProject({
    'src/workflow.ts': `
      import { route } from 'wfkit';
      import { fetch as other } from './other.ts';
      function searchDocs() {}
      const refundOrder = () => {};
      class Ledger {}
      function fetch() {}
      const names = [searchDocs, refundOrder, Ledger, fetch, other].map(({ name }) => name);
      export const hello = route(\`/\${names.join('-')}\`, () => names);
    `,
    'src/other.ts': 'export function fetch() {}\n',
  });

  const { code } = await bundleProject(project.root, { sourcemap: false });

  const bundle = await import(code);
  expect(bundle.createApp({}).describe()).toMatchObject([{ path: '/searchDocs-refundOrder-Ledger-fetch-fetch' }]);
});

const FILES = {
  'package.json': '{}',
  'src/workflow.ts': "import { client } from 'client';\nexport const found = client;\n",
  'sample.ts': 'export const sampled = true;\n',
};
const CLIENT = {
  'package.json': '{"name": "client", "main": "index.js", "type": "module"}',
  'index.js': "export const client = 'the client';\n",
};

function open(project: TempProject) {
  return openSourceBundler({
    root: project.root,
    entry: ENTRY,
    patterns: [],
    outDir: project.path('.wf/dev/0'),
    sdkDir: project.path('.wf/dev/sdk'),
    aliases: STUB_ALIASES,
    sampleWorkflow: project.path('sample.ts'),
  });
}

test('a version for wf dev leaves installed packages to Node', async () => {
  await using project = await tempProject({
    ...FILES,
    'node_modules/client/package.json': CLIENT['package.json'],
    'node_modules/client/index.js': CLIENT['index.js'],
  });
  await using bundler = await open(project);
  const { packages, code } = await bundler.bundle();
  // The other one is the SDK's module.
  expect(packages).toEqual(['client', expect.stringMatching(/\/wfkit-runtime-[A-Z\d]{8}\.mjs$/)]);
  expect(Buffer.from(code).toString()).not.toContain('the client');
});

test("a version for wf dev contains the packages that only Yarn's map leads to", async () => {
  const map = packageMap([
    { name: 'home', folder: './', dependencies: ['client'] },
    { name: 'client', folder: './cache/client/', dependencies: [] },
  ]);
  await using project = await tempProject({
    ...FILES,
    ...map,
    'cache/client/package.json': CLIENT['package.json'],
    'cache/client/index.js': CLIENT['index.js'],
  });
  await using bundler = await open(project);
  const { packages, code, map: sources, files, sample } = await bundler.bundle();
  expect(packages).toEqual([]);
  expect(files).toEqual(
    expect.arrayContaining([project.path('src/workflow.ts'), project.path('cache/client/index.js')]),
  );
  await Promise.all([
    writeFile(project.path('workflow.mjs'), code),
    writeFile(project.path('workflow.mjs.map'), sources),
  ]);
  const version = (await import(pathToFileURL(project.path('workflow.mjs')).href)) as { exportNames: string[] };
  expect(version.exportNames).toEqual(['found']);
  expect(await import(sample)).toMatchObject({ sampled: true });
});

test('modules in the folder evaluators are found, except for tests, types and others', async () => {
  const names = ['b.ts', 'a.mjs', 'a.test.ts', 'types.d.ts', 'notes.md', 'deep/c.ts'];
  await using project = await tempProject(Object.fromEntries(names.map((name) => [`evaluators/${name}`, ''])));
  expect(await findEvaluatorFiles(project.root)).toEqual(['evaluators/a.mjs', 'evaluators/b.ts']);
});

test('a project without that folder has no evaluators', async () => {
  await using none = await tempProject();
  await using file = await tempProject({ evaluators: 'x' });
  expect([await findEvaluatorFiles(none.root), await findEvaluatorFiles(file.root)]).toEqual([[], []]);
});

test('the nearest zod above a folder is found', async () => {
  await using project = await tempProject({
    'node_modules/zod/package.json': '{"version":"4.6.7"}',
    'packages/a/src/index.ts': '',
    'packages/b/node_modules/zod/package.json': '{"version":"3.25.0"}',
  });

  expect(await findInstalledZod(project.path('packages/a/src'))).toEqual({
    folder: project.path('node_modules/zod'),
    version: '4.6.7',
  });
  expect((await findInstalledZod(project.path('packages/b')))?.version).toBe('3.25.0');
  await using bare = await tempProject();
  expect(await findInstalledZod(bare.root)).toBeNull();
});

test.each([
  ['4.6.7', '4.6.7', true],
  ['4.7.0', '4.6.7', true],
  ['4.10.0', '4.9.9', true],
  ['4.6.6', '4.6.7', false],
  ['4.5.9', '4.6.7', false],
  ['5.0.0', '4.6.7', false],
  ['3.25.0', '4.6.7', false],
])("the project's zod %s replaces the SDK's %s: %s", (version, wanted, expected) => {
  expect(canReplace(version, wanted)).toBe(expected);
});
