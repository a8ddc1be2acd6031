import { build } from 'esbuild';
import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { describeBuildWarning } from '../../../../src/foundation/build-warning.ts';
import { expect, test } from 'vitest';
import { tempProject, type TempProject } from '../../../helpers/temp-project.ts';
import { bundleWorkflow } from '../../../../src/bundler/bundle/bundle-workflow.ts';
import { PLACE_NAMES, placeBanner, placeModules } from '../../../../src/bundler/carry/module-urls.ts';
import { MAX_BYTES } from '../../../../src/bundler/carry/refuse-file.ts';
import { isWfError } from '../../../../src/foundation/errors/wf-error.ts';
import { STUB_ALIASES } from '../stub-sdk.ts';

const READS = `
import { readFileSync } from 'node:fs';
export const prompt = readFileSync(new URL('./prompt.md', import.meta.url), 'utf8');
`;

async function bundle(project: Pick<TempProject, 'root' | 'path'>, files: readonly string[] = []) {
  return await bundleWorkflow({
    root: project.root,
    entry: 'src/workflow.ts',
    outDir: project.path('.wf/build'),
    aliases: STUB_ALIASES,
    files,
  });
}

test('a file that the code names is carried at the path that its module leads to', async () => {
  await using project = await tempProject({ 'src/workflow.ts': READS, 'src/prompt.md': 'Be brief.' });
  const { files, warnings } = await bundle(project);
  expect({ paths: files.map(({ path }) => path), warnings }).toEqual({ paths: ['src/prompt.md'], warnings: [] });
  expect(await readFile(project.path('.wf/build/files/src/prompt.md'), 'utf8')).toBe('Be brief.');
});

test('the same sources give the same bytes in any folder, and a changed file gives other files', async () => {
  const sources = { 'src/workflow.ts': READS, 'src/prompt.md': 'Be brief.' };
  await using one = await tempProject(sources);
  await using other = await tempProject(sources);
  const [first, second] = [await bundle(one), await bundle(other)];
  expect(second.sha256).toBe(first.sha256);
  expect(second.files.map(({ sha256 }) => sha256)).toEqual(first.files.map(({ sha256 }) => sha256));
  await writeFile(other.path('src/prompt.md'), 'Be long.');
  const third = await bundle(other);
  expect(third.sha256).toBe(first.sha256);
  expect(third.files[0]?.sha256).not.toBe(first.files[0]?.sha256);
});

test('code that uses no files is the same with and without them', async () => {
  const source = 'const my__dirname = 1;\nexport const a = [my__dirname, import.meta.env];';
  await using project = await tempProject({ 'src/workflow.ts': source, 'src/a.md': 'a' });
  const { files } = await bundle(project);
  const code = await readFile(project.path('.wf/build/workflow.mjs'), 'utf8');
  expect(files).toEqual([]);
  expect(code).not.toContain('__wfFile');
});

test.each([
  ['a.mts', "export const url: URL = new URL('./note.md', import.meta.url);"],
  ['a.cts', "export const path: string = __dirname + '/note.md';"],
  [
    'a.tsx',
    "const same = <T,>(x: T): T => <p>{x}</p>;\nexport const url = same(new URL('./note.md', import.meta.url));",
  ],
  ['a.jsx', "export const page = () => <p>{new URL('./note.md', import.meta.url)}</p>;"],
  ['a.cjs', "exports.path = __dirname + '/note.md';"],
])('a file that %s names is carried', async (module, source) => {
  await using project = await tempProject({
    'src/workflow.ts': `export * from './${module}';`,
    [`src/${module}`]: source,
    'src/note.md': 'note',
  });
  expect((await bundle(project)).files.map(({ path }) => path)).toEqual(['src/note.md']);
});

test('files are found through the exports and imports of packages', async () => {
  await using project = await tempProject({
    'src/workflow.ts': "export { words } from 'words/list';\nexport { default as text } from 'words/texts/brief.md';\n",
    'node_modules/words/package.json': JSON.stringify({
      name: 'words',
      exports: { './list': './dist/list.mjs', './texts/*': './data/texts/*' },
      imports: { '#data': './lib/data.mjs' },
    }),
    'node_modules/words/dist/list.mjs': "export { words } from '#data';",
    'node_modules/words/lib/data.mjs':
      "import { readFileSync } from 'node:fs';\nexport const words = readFileSync(new URL('../data/words.txt', import.meta.url), 'utf8');",
    'node_modules/words/data/words.txt': 'words',
    'node_modules/words/data/texts/brief.md': '# Brief',
  });
  const { files } = await bundle(project);
  expect(files.map(({ path }) => path)).toEqual(['node_modules/words/data/words.txt']);
  expect(await readFile(project.path('.wf/build/workflow.mjs'), 'utf8')).toContain('# Brief');
});

test('files of packages and of a package next to the project are carried, too', async () => {
  await using workspace = await tempProject({
    'app/src/workflow.ts': "import '../../shared/index.ts';\nexport { text } from 'words';\n",
    'package.json': '{"workspaces":["app","shared"]}',
    'app/package.json': '{"name":"app"}',
    'app/node_modules/words/package.json': '{"name":"words","main":"index.js"}',
    'app/node_modules/words/index.js': "exports.text = require('fs').readFileSync(__dirname + '/words.txt', 'utf8');",
    'app/node_modules/words/words.txt': 'words',
    'shared/package.json': '{"name":"shared"}',
    'shared/index.ts': "console.log(new URL('./rules.txt', import.meta.url));",
    'shared/rules.txt': 'rules',
    'secret.txt': 's',
  });
  const project = { ...workspace, root: workspace.path('app'), path: (file: string) => workspace.path(`app/${file}`) };
  const { files } = await bundle(project);
  expect(files.map(({ path }) => path)).toEqual(['_/shared/rules.txt', 'node_modules/words/words.txt']);
});

test('what the code names and cannot have is a warning with its line', async () => {
  await using workspace = await tempProject({
    'app/src/workflow.ts': [
      "export const a = new URL('./missing.md', import.meta.url);",
      "export const b = new URL('../../out.md', import.meta.url);",
      "export const c = new URL('../.env', import.meta.url);",
    ].join('\n'),
    'app/.env': 'KEY=1',
    'out.md': 'out',
  });
  const project = { ...workspace, root: workspace.path('app'), path: (file: string) => workspace.path(`app/${file}`) };
  const { files, warnings } = await bundle(project);
  expect({ files, warnings: warnings.map(describeBuildWarning) }).toEqual({
    files: [],
    warnings: [
      'src/workflow.ts:1: there is no file ./missing.md',
      'src/workflow.ts:2: ../../out.md is outside of the project, so it is not carried',
      'src/workflow.ts:3: ../.env usually holds secrets, so it is not carried; use variables',
    ],
  });
});

test('a file that is no longer carried does not stay next to the bundle', async () => {
  await using project = await tempProject({ 'src/workflow.ts': READS, 'src/prompt.md': 'a', 'src/other.md': 'b' });
  await bundle(project, ['src/*.md']);
  expect(await readFile(project.path('.wf/build/files/src/other.md'), 'utf8')).toBe('b');
  await bundle(project);
  await expect(readFile(project.path('.wf/build/files/src/other.md'))).rejects.toThrow('ENOENT');
});

test('two files with one place are refused', async () => {
  await using workspace = await tempProject({
    'app/src/workflow.ts':
      "import '../../shared/index.ts';\nexport const a = new URL('../_/shared/a.txt', import.meta.url);",
    'package.json': '{"workspaces":["app","shared"]}',
    'app/package.json': '{"name":"app"}',
    'app/_/shared/a.txt': 'one',
    'shared/package.json': '{"name":"shared"}',
    'shared/index.ts': "console.log(new URL('./a.txt', import.meta.url));",
    'shared/a.txt': 'other',
  });
  const project = { ...workspace, root: workspace.path('app'), path: (file: string) => workspace.path(`app/${file}`) };
  await expect(bundle(project)).rejects.toThrow(/at the same path, _\/shared\/a\.txt\.$/);
});

test('files that are too large together are refused with the largest one', async () => {
  await using project = await tempProject({ 'src/workflow.ts': 'export {};', 'small.bin': 'x' });
  await writeFile(project.path('large.bin'), Buffer.alloc(MAX_BYTES));
  const error = await bundle(project, ['*.bin']).catch((thrown: unknown) => thrown);
  expect(isWfError(error) && error.message).toBe(
    'The files of this workflow have 50.0 MiB together, and a bundle carries 50 MiB. The largest is large.bin with 50.0 MiB.',
  );
});

test('a module of WebAssembly is carried and compiled, and bytes become part of the code', async () => {
  await using project = await tempProject({
    'src/workflow.ts':
      "import wasm from './empty.wasm';\nimport bytes from './a.bin' with { type: 'bytes' };\nexport const found = [wasm instanceof WebAssembly.Module, bytes.length];\n",
    'src/a.bin': 'abc',
  });
  await writeFile(project.path('src/empty.wasm'), Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  const { code, files } = await bundle(project);
  const text = await readFile(code, 'utf8');
  expect(files.map(({ path }) => path)).toEqual(['src/empty.wasm']);
  expect(text).toContain('new WebAssembly.Module(');
  expect(text).toContain(Buffer.from('abc').toString('base64'));
});

/** Runs modules as a bundle does, and returns what they know of their places. */
async function placesOf(at: TempProject, entry: string, outfile: string, modules: readonly string[]) {
  await build({
    entryPoints: [at.path(entry)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    define: PLACE_NAMES,
    banner: { js: placeBanner(false) },
    plugins: [
      placeModules(
        at.root,
        modules.map((module) => at.path(module)),
      ),
    ],
  });
  return ((await import(pathToFileURL(outfile).href)) as { places: unknown }).places;
}

const PLACES = 'export const places = [import.meta.url, import.meta.filename, import.meta.dirname];';

test('a module knows its own place below the carried files', async () => {
  await using at = await tempProject({ 'src/a b#é.ts': PLACES });
  const files = at.path('out/files');
  expect(await placesOf(at, 'src/a b#é.ts', at.path('out/workflow.mjs'), ['src/a b#é.ts'])).toEqual([
    `${pathToFileURL(files).href}/src/a%20b%23%C3%A9.ts`,
    `${files}/src/a b#é.ts`,
    `${files}/src`,
  ]);
});

test('any other module knows the place of the bundle', async () => {
  await using at = await tempProject({ 'top.ts': PLACES });
  const outfile = at.path('out/other.mjs');
  expect(await placesOf(at, 'top.ts', outfile, [])).toEqual([pathToFileURL(outfile).href, outfile, at.path('out')]);
});
