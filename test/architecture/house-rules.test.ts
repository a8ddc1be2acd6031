import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readSources, type SourceFile } from './read-imports.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = [...readSources(root, 'src'), ...readSources(root, 'commands'), ...readSources(root, 'bin')];
const tests = readSources(root, 'test').filter(({ path }) => !path.startsWith('test/fixtures/'));
const all = [...program, ...tests];

function paths(files: readonly SourceFile[], pattern: RegExp): string[] {
  return files.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
}

test('no file is longer than 300 lines, and nine in ten have at most 180', () => {
  const lengths = program.map(({ text }) => text.split('\n').length - 1);
  expect(all.filter(({ text }) => text.split('\n').length - 1 > 300).map(({ path }) => path)).toEqual([]);
  expect(lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length * 0.9)]).toBeLessThanOrEqual(180);
});

test('only commands have a default export', () => {
  const others = program.filter(({ path }) => !path.startsWith('commands/'));
  expect(paths(others, /^export default /m)).toEqual([]);
});

test('every command file has a default export', () => {
  const commands = program.filter(({ path }) => /^commands\/.+\//.test(path));
  expect(commands.filter(({ text }) => !/^export default class \w+ extends /m.test(text))).toEqual([]);
});

test('no module is mocked', () => {
  expect(paths(tests, /\bvi\.(mock|doMock)\(/)).toEqual([]);
});

test('no test is skipped or run exclusively', () => {
  expect(paths(tests, /\b(test|it|describe)\.(skip|only|todo|skipIf|runIf|fails)\b/)).toEqual([]);
});

/** The file handles of Yarn's Plug'n'Play, which replaces `node:fs`, cannot do this. */
const BEYOND_YARN = /\busing \w+ = await open\(|\bhandle\.(?:sync|datasync|utimes|readLines)\(/;

test('no file handle does what fails under Yarn, and that would be found', () => {
  expect(paths(program, BEYOND_YARN)).toEqual([]);
  const texts = ["await using handle = await open(file, 'r+');", 'await handle.sync();'];
  expect(texts.filter((text) => !BEYOND_YARN.test(text))).toEqual([]);
});

test('the code contains no open notes', () => {
  expect(paths(all, /\bT[O]DO\b|\bF[I]XME\b/)).toEqual([]);
});

/** Finds code that names the package, other than in a comment. */
function findNames(files: readonly SourceFile[]): string[] {
  const named = files.filter(({ text }) =>
    text.split('\n').some((line) => /^(?!\s*(?:\*|\/[*/])).*\bwfkit\b(?!:)/.test(line)),
  );
  return named.map(({ path }) => path).filter((path) => path !== 'src/foundation/package.ts');
}

test("the package's name stands in one place", () => {
  expect(findNames(program)).toEqual([]);
});

test('code with the name is found, and comments are not', () => {
  const fileOf = (text: string) => ({ path: text, text, imports: [] });
  const found = ["from 'wfkit';", "x; // 'wfkit'", ' * `wfkit`', '// wfkit', '/** wfkit */', "'wfkit:delivery'"].map(
    fileOf,
  );
  expect(findNames(found)).toEqual(["from 'wfkit';", "x; // 'wfkit'"]);
});

/** Files of the service whose errors reach a terminal: they open or move databases, or read what `wf serve` was given. */
const OPENING: ReadonlySet<string> = new Set([
  'src/service/archives/move/move-store.ts',
  'src/service/archives/move/queries/move-progress.ts',
  'src/service/egress/egress-rules.ts',
  'src/service/hosting/artifacts/artifact-storage.ts',
  'src/service/hosting/artifacts/s3-bucket.ts',
  'src/service/hosting/bundles/hosting-options.ts',
  'src/service/hosting/packages/packages-rule.ts',
  'src/service/jobs/workers/chunk-queue.ts',
  'src/service/secrets/create-key-ring.ts',
  'src/service/secrets/read-secret-keys.ts',
  'src/service/store/explain-database-error.ts',
  'src/service/store/migrate.ts',
  'src/service/store/open-source.ts',
  'src/service/store/postgres-limits.ts',
]);

/** Finds files of the service that attach next steps to what a request answers. */
function findLostSteps(files: readonly SourceFile[]): string[] {
  const answering = files.filter(({ path }) => path.startsWith('src/service/') && !OPENING.has(path));
  return paths(answering, /\bnextSteps\b/);
}

test('the service attaches no next steps to answers, because it sends only the message', () => {
  expect(findLostSteps(program)).toEqual([]);
});

test('next steps of an operation, a query or a rule would be found', () => {
  const text = "throw new UserError({ code: 'WF_CONFLICT', message, nextSteps: ['wf apps list'] });";
  const named = [
    'src/service/apps/operations.ts',
    'src/service/keys/queries/keys.ts',
    'src/service/apps/rules/name.ts',
  ];
  const others = [...OPENING, 'src/use-cases/apps/resolve-app.ts'];
  const files = [...named, ...others].map((path) => ({ path, text, imports: [] }));
  expect(findLostSteps(files)).toEqual(named);
});

test('every file whose next steps are allowed has some', () => {
  expect(
    paths(
      program.filter(({ path }) => OPENING.has(path)),
      /\bnextSteps\b/,
    ),
  ).toEqual([...OPENING]);
});

test('every file is named after its content', () => {
  const grabBags = /^(utils?|helpers?|common|lib|types|misc|shared)\.tsx?$/;
  expect(program.filter(({ path }) => grabBags.test(basename(path))).map(({ path }) => path)).toEqual([]);
});

/** Classes whose objects are created and recognised in one script. */
const OF_ONE_SCRIPT: ReadonlySet<string> = new Set([
  'CallTimeout',
  'InvalidMessage',
  'AnswerTimeout',
  'UnfitAnswer',
  'EgressRefusal',
  'HostingFailure',
  'WireError',
  'DuplicateKeyError',
  'RefusedRequest',
]);

/** Finds `instanceof` with a class of another file: the built program has two copies of modules of light commands. */
function findInstanceChecks(files: readonly SourceFile[]): string[] {
  const classes = new Set(files.flatMap(({ text }) => [...text.matchAll(CLASS)].map(([, name]) => name)));
  return files.flatMap(({ path, text }) => {
    if (path.startsWith('src/foundation/errors/')) return [];
    const own = new Set([...text.matchAll(CLASS)].map(([, name]) => name));
    const checked = [...text.matchAll(/\binstanceof (\w+)/g)].map(([, name = '']) => name);
    return checked.filter((name) => classes.has(name) && !own.has(name)).map((name) => `${path}: ${name}`);
  });
}

const CLASS = /^(?:export )?(?:abstract )?class (\w+)/gm;

test('errors that cross scripts are recognised by their mark or name, not by their class', () => {
  const found = findInstanceChecks(program);
  const classOf = (line: string) => line.slice(line.indexOf(': ') + 2);
  expect(found.filter((line) => !OF_ONE_SCRIPT.has(classOf(line)))).toEqual([]);
  expect([...OF_ONE_SCRIPT].filter((name) => !found.some((line) => classOf(line) === name))).toEqual([]);
  const files = ['export class Lost extends Error {}', 'error instanceof Lost'].map((text, index) => {
    return { path: `src/${index}.ts`, text, imports: [] };
  });
  expect(findInstanceChecks(files)).toEqual(['src/1.ts: Lost']);
});
