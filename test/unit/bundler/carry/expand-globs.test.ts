import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { expandGlobs } from '../../../../src/bundler/carry/expand-globs.ts';
import { isWfError } from '../../../../src/errors/wf-error.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const FILES = {
  'src/prompts/a.md': 'a',
  'src/prompts/deep/b.md': 'b',
  'src/prompts/.hidden': 'h',
  'src/key.pem': 'secret',
  'node_modules/x/c.md': 'c',
  '.wf/d.md': 'd',
  '.env': 'KEY=1',
  '.env.example': 'KEY=',
};

async function expand(...patterns: string[]): Promise<string[]> {
  await using project = await tempProject(FILES);
  return (await expandGlobs(project.root, patterns)).map(({ path }) => path).toSorted();
}

async function refusalOf(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isWfError(error)) throw new Error('It was not refused.', { cause: error });
  return { code: error.code, message: error.message, nextSteps: error.nextSteps };
}

test.each([
  [['src/prompts/**'], ['src/prompts/a.md', 'src/prompts/deep/b.md']],
  [['src/prompts/*.md'], ['src/prompts/a.md']],
  [['src/prompts/**', '!src/prompts/deep/**'], ['src/prompts/a.md']],
  [
    ['src/prompts/a.md', 'src/**/*.md'],
    ['src/prompts/a.md', 'src/prompts/deep/b.md'],
  ],
  [
    ['**', '!**/*.pem'],
    ['src/prompts/a.md', 'src/prompts/deep/b.md'],
  ],
  [['src/prompts/.hidden'], ['src/prompts/.hidden']],
  [['.env.example'], ['.env.example']],
])('%j matches %j', async (patterns, paths) => {
  expect(await expand(...patterns)).toEqual(paths);
});

test('a pattern that matches nothing is an error that names it', async () => {
  expect(await refusalOf(expand('src/prompts/**', 'docs/*.md'))).toEqual({
    code: 'WF_BUILD_FAILED',
    message: '"files" in the project file has "docs/*.md", which matches no file.',
    nextSteps: [
      'Correct the pattern, or remove it. It is relative to the project file; a * matches no name that begins with a dot.',
    ],
  });
});

test.each([
  ['node_modules/**', 'matches no file, because node_modules, .git, .wf are never carried'],
  ['.wf/**', 'matches no file, because node_modules, .git, .wf are never carried'],
])('%s is refused', async (pattern, reason) => {
  expect((await refusalOf(expand(pattern))).message).toContain(reason);
});

test.each([
  ['.env', '.env'],
  ['src/**', 'src/key.pem'],
])('%s is refused, because %s usually holds secrets', async (pattern, path) => {
  expect(await refusalOf(expand(pattern))).toEqual({
    code: 'WF_BUILD_FAILED',
    message: `"files" in the project file has "${pattern}", which matches ${path}. Such a file usually holds secrets, and everyone who may read the bundle would get it.`,
    nextSteps: [`Add "!${path}" to "files", and set its values as variables: wf env vars set NAME`],
  });
});

test.each(['../other/**', '/etc/passwd'])('%s leaves the project', async (pattern) => {
  expect(await refusalOf(expand(pattern))).toEqual({
    code: 'WF_BUILD_FAILED',
    message: `"files" has ${pattern}, which leaves the project: a bundle carries only files of the project.`,
    nextSteps: ['Copy the file into the project, or read it from a store at run time.'],
  });
});

test('a link that leaves the project is refused, and one inside of it is followed', async () => {
  await using outside = await tempProject({ 'secret.md': 's' });
  await using project = await tempProject(FILES);
  await symlink(project.path('src/prompts/a.md'), project.path('src/prompts/link.md'));
  expect((await expandGlobs(project.root, ['src/prompts/link.md'])).map(({ path }) => path)).toEqual([
    'src/prompts/link.md',
  ]);
  await symlink(outside.path('secret.md'), project.path('src/prompts/out.md'));
  expect((await refusalOf(expandGlobs(project.root, ['src/prompts/**']))).message).toBe(
    'src/prompts/out.md is a link that leaves the project: a bundle carries only files of the project.',
  );
});

test('more files than a bundle carries are refused by their pattern', async () => {
  await using project = await tempProject();
  await mkdir(project.path('many'));
  const names = Array.from({ length: 5001 }, (_, index) => project.path(`many/${index}`));
  for (let from = 0; from < names.length; from += 500) {
    await Promise.all(names.slice(from, from + 500).map(async (name) => await writeFile(name, '')));
  }
  expect((await refusalOf(expandGlobs(project.root, ['many/**']))).message).toBe(
    '"files" in the project file names many/**, which matches more than 5,000 files, the most that a bundle carries.',
  );
});
