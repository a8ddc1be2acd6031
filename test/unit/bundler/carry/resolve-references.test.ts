import { describeBuildWarning } from '../../../../src/foundation/build-warning.ts';
import { symlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { tempProject } from '../../../helpers/temp-project.ts';
import { findReferences, normalizeModule } from '../../../../src/bundler/carry/find-references.ts';
import { withDoor } from '../stub-sdk.ts';
import { resolveReferences } from '../../../../src/bundler/carry/resolve-references.ts';

const PACKAGE = 'node_modules/lib/package.json';

/** Resolves what one module of a project names. */
async function resolveIn(files: Readonly<Record<string, string>>, references: readonly string[], module = 'src/a.ts') {
  await using project = await tempProject({ [module]: '', ...files });
  const source = references.map((reference) => `read('${reference}')`).join('\n');
  const found = await resolveReferences(await withDoor(project.root), [
    { file: project.path(module), source, references },
  ]);
  return {
    files: found.files.map(({ source: from, path }) => [from.slice(project.root.length + 1), path]),
    warnings: found.warnings.map(describeBuildWarning),
  };
}

test('a module names a file, or all files of a folder, in order', async () => {
  const files = {
    'src/data/b.txt': '',
    'src/data/a/c.ts': '',
    'src/data/.hidden': '',
    'src/data/.env': '',
    '50% #1.csv': '',
  };
  expect(await resolveIn(files, ['./data', '../50% #1.csv', './data/b.txt'])).toEqual({
    files: [
      ['src/data/a/c.ts', 'src/data/a/c.ts'],
      ['src/data/b.txt', 'src/data/b.txt'],
      ['50% #1.csv', '50% #1.csv'],
    ],
    warnings: [],
  });
});

test('packages, generated files and history are left out of a folder', async () => {
  const files = {
    'src/data/node_modules/x/y': '',
    'src/data/.git/y': '',
    'src/data/deep/.wf/y': '',
    'src/data/deep/y': '',
  };
  expect((await resolveIn(files, ['./data'])).files).toEqual([['src/data/deep/y', 'src/data/deep/y']]);
});

test('the folder of a module and those above are bases of paths', async () => {
  expect(await resolveIn({ 'src/b.txt': '' }, ['.', '..', './'])).toEqual({ files: [], warnings: [] });
});

test('what is missing is a warning with the first line that names it', async () => {
  await using project = await tempProject({ 'src/a.ts': '' });
  const source = "read('./none')\nread('./gone')\nread('./none')\n./gone";
  const module = { file: project.path('src/a.ts'), source, references: ['./none', './gone'] };
  const { warnings } = await resolveReferences(await withDoor(project.root), [module]);
  expect(warnings.map(describeBuildWarning)).toEqual([
    'src/a.ts:1: there is no file ./none',
    'src/a.ts:2: there is no file ./gone',
  ]);
});

test('a link leads where it points', async () => {
  await using other = await tempProject({ 'far.txt': '' });
  await using project = await tempProject({ 'src/a.ts': '', '.env': '' });
  await symlink(other.path('far.txt'), project.path('src/far.txt'));
  await symlink(project.path('.env'), project.path('src/plain.txt'));
  const references = ['./far.txt', './plain.txt'];
  // A reference that is not in the text as it is has no line.
  const module = { file: project.path('src/a.ts'), source: '', references };
  const { files, warnings } = await resolveReferences(await withDoor(project.root), [module]);
  expect({ files, warnings: warnings.map(describeBuildWarning) }).toEqual({
    files: [],
    warnings: [
      'src/a.ts: ./far.txt is outside of the project, so it is not carried',
      'src/a.ts: ./plain.txt usually holds secrets, so it is not carried; use variables',
    ],
  });
});

test('a package names files of its own, but no code, and lacks what it can do without', async () => {
  const files = { [PACKAGE]: '{}', 'node_modules/lib/data.bin': '', 'node_modules/lib/b.mjs': '', 'x.csv': '' };
  const references = ['../data.bin', '../b.mjs', '../none', '../../../x.csv'];
  expect(await resolveIn(files, references, 'node_modules/lib/src/a.js')).toEqual({
    files: [['node_modules/lib/data.bin', expect.stringContaining('data.bin')]],
    warnings: [],
  });
});

async function referencesOf(source: string): Promise<string[]> {
  return findReferences((await normalizeModule(source, 'ts')) ?? 'does not parse');
}

test.each([
  ["new URL('./a.md', import.meta.url)", ['./a.md']],
  ["new URL('./prompts/' + 'a.md', import.meta.url)", ['./prompts/a.md']],
  ['new URL(`./a.md`, import.meta.url)', ['./a.md']],
  ["new URL('./a%20b.md?raw#top', import.meta.url)", ['./a b.md']],
  ["new URL('./100%.md', import.meta.url)", ['./100%.md']],
  ["join(__dirname, '100%25 #1?.md')", ['100%25 #1?.md']],
  ["path.join(import.meta.dirname, 'prompts', 'a.md')", ['prompts/a.md']],
  ["resolve(__dirname, './a.md')", ['./a.md']],
  ["__dirname + '/a.md'", ['a.md']],
  ['`${import.meta.dirname}/prompts/a.md`', ['prompts/a.md']],
  ["join(dirname(fileURLToPath(import.meta.url)), 'a.md')", ['a.md']],
  ["const here = path.dirname(fileURLToPath(import.meta.url)); read(path.join(here, 'a.md'))", ['a.md']],
  ["const here = fileURLToPath(new URL('.', import.meta.url)); read(here + 'a.md')", ['.', 'a.md']],
  ["const base = import.meta.url; read(new URL('a.md', base))", ['a.md']],
])('the code %s names its file', async (source, expected) => {
  expect(await referencesOf(`export const x = () => { ${source.replace(/^(?!const)/, 'return ')} };`)).toEqual(
    expected,
  );
});

test.each([
  ["// new URL('./a.md', import.meta.url)"],
  ["new URL('https://example.com/a.md', import.meta.url)"],
  ["new URL('/a.md', import.meta.url)"],
  ["new URL('./a.md', base)"],
  ['new URL(`./${name}.md`, import.meta.url)'],
  ["join(where, 'a.md')"],
  ["my__dirname + '/a.md'"],
])('the code %s names no file', async (source) => {
  expect(await referencesOf(`declare const base: string, name: string, where: string;\n${source};`)).toEqual([]);
});

test('a module that does not parse is left to the bundler', async () => {
  expect(await normalizeModule('const', 'ts')).toBeNull();
});
