import { symlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { resolveReferences } from '../../../../src/bundler/carry/resolve-references.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const PACKAGE = 'node_modules/lib/package.json';

/** Resolves what one module of a project names. */
async function resolveIn(files: Readonly<Record<string, string>>, references: readonly string[], module = 'src/a.ts') {
  await using project = await tempProject({ [module]: '', ...files });
  const source = references.map((reference) => `read('${reference}')`).join('\n');
  const found = await resolveReferences(project.root, [{ file: project.path(module), source, references }]);
  return {
    files: found.files.map(({ source: from, path }) => [from.slice(project.root.length + 1), path]),
    warnings: found.warnings,
  };
}

test('a module names a file, or all files of a folder, in order', async () => {
  const files = {
    'src/data/b.txt': '',
    'src/data/a/c.ts': '',
    'src/data/.hidden': '',
    'src/data/.env': '',
    'x.csv': '',
  };
  expect(await resolveIn(files, ['./data', '../x.csv', './data/b.txt'])).toEqual({
    files: [
      ['src/data/a/c.ts', 'src/data/a/c.ts'],
      ['src/data/b.txt', 'src/data/b.txt'],
      ['x.csv', 'x.csv'],
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

test('what is not carried is told with its line', async () => {
  const files = { 'src/.env': '', 'src/key.pem': '' };
  const { files: found, warnings } = await resolveIn(files, [
    './none.txt',
    './.env',
    '../../../etc/passwd',
    './key.pem',
  ]);
  expect(found).toEqual([]);
  expect(warnings).toEqual([
    'src/a.ts:1: there is no file ./none.txt',
    'src/a.ts:2: ./.env usually holds secrets, so it is not carried; use variables',
    expect.stringMatching(/^src\/a\.ts:3: (there is no file|.* is outside of the project, so it is not carried)/),
    'src/a.ts:4: ./key.pem usually holds secrets, so it is not carried; use variables',
  ]);
});

test('what is not carried is told with the first line that names it', async () => {
  await using project = await tempProject({ 'src/a.ts': '' });
  const source = "read('./none')\nread('./gone')\nread('./none')\n./gone";
  const module = { file: project.path('src/a.ts'), source, references: ['./none', './gone'] };
  expect((await resolveReferences(project.root, [module])).warnings).toEqual([
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
  expect(await resolveReferences(project.root, [module])).toEqual({
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
