import { linkSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { tempProject } from '../../../helpers/temp-project.ts';
import { expandGlobs } from '../../../../src/bundler/carry/bundle-with-files.ts';
import { requireFewBytes } from '../../../../src/bundler/carry/refuse-file.ts';
import { isSecretFile } from '../../../../src/bundler/files/secret-file.ts';
import { withDoor } from '../stub-sdk.ts';
import { isWfError } from '../../../../src/foundation/errors/wf-error.ts';

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
  return (await expandGlobs(await withDoor(project.root), patterns)).map(({ path }) => path).toSorted();
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
])('the patterns %j match %j', async (patterns, paths) => {
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
])('the pattern %s is refused', async (pattern, reason) => {
  expect((await refusalOf(expand(pattern))).message).toContain(reason);
});

test.each([
  ['.env', '.env'],
  ['src/**', 'src/key.pem'],
])('the pattern %s is refused, because %s usually holds secrets', async (pattern, path) => {
  expect(await refusalOf(expand(pattern))).toEqual({
    code: 'WF_BUILD_FAILED',
    message: `"files" in the project file has "${pattern}", which matches ${path}. Such a file usually holds secrets, and everyone who may read the bundle would get it.`,
    nextSteps: [`Add "!${path}" to "files", and set its values as variables: wf env vars set NAME`],
  });
});

test.each(['../other/**', '/etc/passwd'])(
  'the pattern %s is refused, because it leaves the project',
  async (pattern) => {
    expect(await refusalOf(expand(pattern))).toEqual({
      code: 'WF_BUILD_FAILED',
      message: `"files" has ${pattern}, which leaves the project: a bundle carries only files of the project.`,
      nextSteps: ['Copy the file into the project, or read it from a store at run time.'],
    });
  },
);

test('a link that leaves the project is refused, and one inside of it is followed', async () => {
  await using outside = await tempProject({ 'secret.md': 's' });
  await using project = await tempProject(FILES);
  await symlink(project.path('src/prompts/a.md'), project.path('src/prompts/link.md'));
  expect((await expandGlobs(await withDoor(project.root), ['src/prompts/link.md'])).map(({ path }) => path)).toEqual([
    'src/prompts/link.md',
  ]);
  await symlink(outside.path('secret.md'), project.path('src/prompts/out.md'));
  expect((await refusalOf(expandGlobs(await withDoor(project.root), ['src/prompts/**']))).message).toBe(
    'src/prompts/out.md is a link that leaves the project: a bundle carries only files of the project.',
  );
});

test('more files than a bundle carries are refused by their pattern', async () => {
  await using project = await tempProject({ 'many/0': '' });
  for (let index = 1; index <= 5000; index += 1) linkSync(project.path('many/0'), project.path(`many/${index}`));
  expect((await refusalOf(expandGlobs(await withDoor(project.root), ['many/**']))).message).toBe(
    '"files" in the project file names many/**, which matches more than 5,000 files, the most that a bundle carries.',
  );
});

test.each(['.env', '.env.local', '.npmrc', '.netrc', '.pgpass', 'id_rsa', 'id_ed25519', 'tls.KEY', 'a.pem', 'b.jks'])(
  '%s usually holds secrets',
  (name) => {
    expect(isSecretFile(`/project/data/${name}`)).toBe(true);
  },
);

test.each(['.env.example', '.env.sample', '.ENV.template', 'environment', 'id_rsa.txt', 'key', 'pem.txt', '.envrc'])(
  '%s is made to be read',
  (name) => {
    expect(isSecretFile(`/project/.env/${name}`)).toBe(false);
  },
);

test('a bundle carries 50 MiB of files', () => {
  const MB = 1024 * 1024;
  const files = (size: number) => [
    { path: 'small', size: 20 * MB },
    { path: 'large', size },
  ];
  expect(() => requireFewBytes(files(30 * MB))).not.toThrow();
  expect(() => requireFewBytes([])).not.toThrow();
  expect(() => requireFewBytes(files(30 * MB + 1))).toThrow(
    expect.objectContaining({
      code: 'WF_BUILD_FAILED',
      message:
        'The files of this workflow have 50.0 MiB together, and a bundle carries 50 MiB. The largest is large with 30.0 MiB.',
      nextSteps: ['Name fewer files under "files" in the project file, or read large ones from a store at run time.'],
    }),
  );
});
