import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { refuseFilesOf } from '../../../../src/bundler/targets/refuse-files.ts';
import { isWfError } from '../../../../src/errors/wf-error.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const READS = "export const url = new URL('./note.md', import.meta.url);\n";

interface Tried {
  readonly patterns?: readonly string[];
  /** Folders, relative to the workspace. */
  readonly own?: readonly string[];
}

/** @returns what is refused, or `null` */
async function refusalOf(files: Readonly<Record<string, string>>, { patterns = [], own = [] }: Tried = {}) {
  await using workspace = await tempProject(files);
  const root = workspace.path('app');
  const options = { bundle: true, write: false, metafile: true, format: 'esm', absWorkingDir: root } as const;
  const { metafile } = await build({ ...options, entryPoints: ['workflow.ts'], external: ['node:*'] });
  const ownFolders = own.map((folder) => workspace.path(folder));
  try {
    await refuseFilesOf(metafile, { root, patterns, platform: 'Cars', ownFolders });
    return null;
  } catch (error) {
    if (!isWfError(error)) throw error;
    return { code: error.code, message: error.message, nextSteps: error.nextSteps };
  }
}

const NEXT_STEPS = [
  "Import it, which makes it part of the code: import prompt from './prompt.md', or with { type: 'bytes' }",
  'wf build --target container',
];

test('a pattern of the project file is refused', async () => {
  expect(await refusalOf({ 'app/workflow.ts': '' }, { patterns: ['texts/**', 'more/**'] })).toEqual({
    code: 'WF_BUILD_FAILED',
    message: 'Cars have no file system, but "files" has texts/**.',
    nextSteps: NEXT_STEPS,
  });
});

test("a file that the author's module names is refused", async () => {
  const files = { 'app/workflow.ts': "export * from './read.ts';", 'app/read.ts': READS, 'app/note.md': 'x' };
  expect(await refusalOf(files)).toMatchObject({
    message: 'Cars have no file system, but read.ts reads note.md.',
    nextSteps: NEXT_STEPS,
  });
});

test('so is one of a package of the same workspace', async () => {
  const files = {
    'app/workflow.ts': "export * from '../tools/read.ts';",
    'tools/package.json': '{}',
    'tools/read.ts': READS,
    'tools/note.md': 'x',
  };
  expect(await refusalOf(files)).toMatchObject({
    message: expect.stringMatching(/^Cars have no file system, but \.\.\/tools\/read\.ts reads .*note\.md\.$/),
  });
});

test.each<[string, Record<string, string>, Tried]>([
  [
    'what an installed package names',
    { 'app/node_modules/reader/index.js': READS, 'app/node_modules/reader/note.md': 'x' },
    {},
  ],
  ['what wf itself names', { 'wf/index.js': READS, 'wf/note.md': 'x', 'wf/package.json': '{}' }, { own: ['wf'] }],
  ['a file that does not exist', { 'app/read.js': READS }, {}],
  ['a module without such names', { 'app/plain.js': "export const text = './note.md';", 'app/note.md': 'x' }, {}],
])('%s is accepted', async (_what, files, tried) => {
  const [module = ''] = Object.keys(files);
  const specifier = module
    .replace('app/node_modules/reader/index.js', 'reader')
    .replace(/^app/, '.')
    .replace(/^wf/, '../wf');
  expect(await refusalOf({ 'app/workflow.ts': `export * from '${specifier}';`, ...files }, tried)).toBeNull();
});
