import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bundleWorkflow } from '../../../../src/bundler/bundle/bundle-workflow.ts';
import { linkPackages, tempProject } from '../../../helpers/temp-project.ts';
import { bundleProject, STUB_ALIASES } from '../stub-sdk.ts';

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

test('the bundle runs and exports the app and the names of its exports', async () => {
  await using project = await tempProject({ 'src/workflow.ts': HELLO, 'src/greet.ts': GREET });

  const { code } = await bundleProject(project.root, { sourcemap: false });

  const bundle = await import(code);
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

test('without a source map, an old one is removed', async () => {
  await using project = await tempProject({ 'src/workflow.ts': HELLO, 'src/greet.ts': GREET });
  await bundleProject(project.root);

  const bundle = await bundleProject(project.root, { sourcemap: false });

  expect(bundle.map).toBeNull();
  expect(await readdir(project.path('.wf/build'))).toEqual(['workflow.mjs']);
  expect(await readFile(bundle.code, 'utf8')).not.toContain('sourceMappingURL');
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
