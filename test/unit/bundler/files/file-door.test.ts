import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleEvaluators } from '../../../../src/bundler/bundle/bundle-evaluators.ts';
import { openSourceBundler } from '../../../../src/bundler/bundle/source-bundle.ts';
import { UserError } from '../../../../src/foundation/errors/wf-error.ts';
import { tempProject, type TempProject } from '../../../helpers/temp-project.ts';
import { bundleProject, ENTRY, STUB_ALIASES, withDoor } from '../stub-sdk.ts';

const SECRET = 'correct-horse-battery';

/** A machine with a person's files, and a project that was cloned there. */
async function clone(files: Readonly<Record<string, string>>): Promise<TempProject & { readonly project: string }> {
  const machine = await tempProject({
    'home/notes.txt': SECRET,
    'home/notes.json': `{"value":"${SECRET}"}`,
    'home/notes.js': `export const ${SECRET} = ;`,
    'home/notes.css': `/* ${SECRET} */`,
    'home/notes.map': `{"version":3,"sources":["${SECRET}"],"names":[],"mappings":"AAAA"}`,
    'home/tsconfig.json': `{"compilerOptions":{"jsx":"react","jsxFactory":"${SECRET}"}}`,
    'home/notes.wasm': SECRET,
    'home/notes.node': SECRET,
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [`project/${path}`, text])),
  });
  return { ...machine, project: machine.path('project') };
}

async function failureOf(work: Promise<unknown>): Promise<{ readonly message: string; readonly text: string }> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UserError)) throw new Error('It was built.', { cause: error });
  return {
    message: error.message.split('\n', 1)[0] ?? '',
    text: JSON.stringify([error.message, error.nextSteps, error.details]),
  };
}

const FROM_OUTSIDE: readonly (readonly [kind: string, source: string, file: string])[] = [
  ['a text', "export { default } from '../../home/notes.txt';", 'notes.txt'],
  ['bytes', "import b from '../../home/notes.txt' with { type: 'bytes' };\nconsole.log(b);", 'notes.txt'],
  ['JSON', "export * from '../../home/notes.json';", 'notes.json'],
  ['a module', "export * from '../../home/notes.js';", 'notes.js'],
  ['a style', "import '../../home/notes.css';", 'notes.css'],
  ['what a style imports', "import './x.css';", 'notes.css'],
  ['WebAssembly', "import w from '../../home/notes.wasm';\nconsole.log(w);", 'notes.wasm'],
  ['native code', "import n from '../../home/notes.node';\nconsole.log(n);", 'notes.node'],
  ['require', "export const r = require('../../home/notes.json');", 'notes.json'],
  ['a dynamic import', "export const load = () => import('../../home/notes.json');", 'notes.json'],
  ['a pattern', 'export const load = (n: string) => import(`../../home/${n}.json`);', 'notes.json'],
  ['a link', "export { default } from './link.txt';", 'notes.txt'],
  ['a folder that is a link', "export { default } from './home/notes.txt';", 'notes.txt'],
  ['a path of tsconfig.json', "export { default } from 'alias/notes.txt';", 'notes.txt'],
  ['a link among the packages', "export { default } from 'planted/notes.txt';", 'notes.txt'],
  ['an import of package.json', "export { default } from '#far';", 'notes.txt'],
  ['a source map', 'export const a = 1;\n//# sourceMappingURL=../../home/notes.map', 'notes.map'],
];

test.each(FROM_OUTSIDE)(
  '%s from outside of the project is refused at the line that names it',
  async (_, source, file) => {
    await using machine = await clone({
      [ENTRY]: `// The first line.\n${source}\n`,
      'src/x.css': '@import "../../home/notes.css";',
      'tsconfig.json': '{"compilerOptions":{"paths":{"alias/*":["./../home/*"]}}}',
      'package.json': '{"name":"app","imports":{"#far":"./src/link.txt"}}',
    });
    await symlink(machine.path('home/notes.txt'), machine.path('project/src/link.txt'));
    await symlink(machine.path('home'), machine.path('project/src/home'));
    await mkdir(machine.path('project/node_modules'));
    await symlink(machine.path('home'), machine.path('project/node_modules/planted'));

    const { message, text } = await failureOf(bundleProject(machine.project));

    expect(message).toMatch(
      /^src\/(?:workflow\.ts:[23]|x\.css:1):\d+: A build does not read \S+, which is outside of the project\.$/,
    );
    expect(message).toContain(machine.path(`home/${file}`));
    expect(text).toContain('Copy the file into the project');
    expect(text).not.toContain(SECRET);
  },
);

test('an absolute path is refused as a relative one', async () => {
  await using machine = await clone({ [ENTRY]: '' });
  await writeFile(machine.path(`project/${ENTRY}`), `export { default } from '${machine.path('home/notes.txt')}';`);
  expect((await failureOf(bundleProject(machine.project))).message).toContain('src/workflow.ts:1:25: A build does not');
});

test('wf dev and the evaluators have the same door', async () => {
  const source = "export { default } from '../../home/notes.txt';";
  await using machine = await clone({ [ENTRY]: source, 'evaluators/mine.ts': source });
  const root = machine.project;
  const folders = { outDir: join(root, '.wf/dev'), sdkDir: join(root, '.wf/dev/sdk') };
  const sources = { root, entry: ENTRY, patterns: [], aliases: STUB_ALIASES, sampleWorkflow: STUB_ALIASES.wfkit };
  await using bundler = await openSourceBundler({ ...sources, ...folders });
  expect((await failureOf(bundler.bundle())).message).toContain('src/workflow.ts:1:25: A build does not read');
  const evaluators = bundleEvaluators({
    root,
    outDir: folders.outDir,
    files: ['evaluators/mine.ts'],
    aliases: STUB_ALIASES,
  });
  expect((await failureOf(evaluators)).message).toContain('evaluators/mine.ts:1:25: A build does not read');
});

test('an entry or an evaluator that is a link out of the project is refused', async () => {
  await using machine = await clone({ 'src/a.ts': '', 'evaluators/a.ts': '' });
  await symlink(machine.path('home/notes.js'), machine.path(`project/${ENTRY}`));
  await symlink(machine.path('home/notes.js'), machine.path('project/evaluators/mine.ts'));
  const root = machine.project;
  expect((await failureOf(bundleProject(root))).message).toBe(
    'A build does not read src/workflow.ts, which is outside of the project.',
  );
  const evaluators = { root, outDir: join(root, '.wf'), files: ['evaluators/mine.ts'], aliases: STUB_ALIASES };
  expect((await failureOf(bundleEvaluators(evaluators))).message).toBe(
    'A build does not read evaluators/mine.ts, which is outside of the project.',
  );
});

test.each([
  ['"../home/tsconfig.json"', '3:14'],
  ['"../home/tsconfig"', '3:14'],
  ['["./base.json", "../home/tsconfig.json"]', '3:30'],
])('what tsconfig.json extends is refused at its line: %s', async (named, position) => {
  await using machine = await clone({
    [ENTRY]: 'export const a = 1;',
    'base.json': '{}',
    'tsconfig.json': `{\n  // "extends": "../nowhere.json"\n  "extends": ${named}\n}`,
  });
  const { message } = await failureOf(bundleProject(machine.project));
  expect(message).toBe(
    `tsconfig.json:${position}: A build does not read ${machine.path('home/tsconfig.json')}, which is outside of the project.`,
  );
});

test('a source map of a package shows nothing of the file that it names', async () => {
  await using machine = await clone({
    [ENTRY]: "export * from 'lib';",
    'node_modules/lib/package.json': '{"name":"lib","main":"index.js"}',
    'node_modules/lib/index.js': 'export const a = 1;\n//# sourceMappingURL=../../../home/notes.txt',
  });
  const { message, text } = await failureOf(bundleProject(machine.project));
  expect(message).toBe('A source map or a setting names ../home/notes.txt, which is outside of the project.');
  expect(text).not.toContain(SECRET);
});

test('a link to a device is refused before it is read', async () => {
  await using project = await tempProject({ [ENTRY]: "export { default } from './zero.txt';" });
  await symlink('/dev/zero', project.path('src/zero.txt'));
  expect((await failureOf(bundleProject(project.root))).message).toMatch(/A build does not read \/dev\/zero, which/);
});

test.each([
  ['../.env', 'usually holds secrets'],
  ['../tls.pem', 'usually holds secrets'],
  ['./plain.txt', 'usually holds secrets'],
  ['../.git/config', 'is in a folder of git or wf'],
])('%s of the project itself is refused', async (path, reason) => {
  const source = `import text from '${path}' with { type: 'text' };\nconsole.log(text);`;
  const files = { '.env': SECRET, 'tls.pem': SECRET, '.git/config': SECRET };
  await using project = await tempProject({ [ENTRY]: source, ...files });
  await symlink(project.path('.env'), project.path('src/plain.txt'));
  const { message, text } = await failureOf(bundleProject(project.root));
  expect(message).toContain(`, which ${reason}`);
  expect(text).not.toContain(SECRET);
});

describe('a build reads', () => {
  test.each([
    ['a package of the same npm workspace', { 'package.json': '{"workspaces":["apps/*","libs/*"]}' }],
    ['a package of the same pnpm workspace', { 'pnpm-workspace.yaml': 'packages: ["apps/*", "libs/*"]' }],
  ])('%s, by a path', async (_, root) => {
    await using repository = await tempProject({
      ...root,
      'apps/bot/package.json': '{"name":"bot"}',
      [`apps/bot/${ENTRY}`]: "export * from '../../../libs/shared/util.ts';",
      'apps/bot/tsconfig.json': '{"extends":"../../tsconfig.base.json"}',
      'tsconfig.base.json': '{}',
      'libs/shared/util.ts': "export const util = 'shared-util';",
    });
    const { code } = await bundleProject(repository.path('apps/bot'));
    expect(await readFile(code, 'utf8')).toContain('shared-util');
  });

  test('the package that the project is a folder of', async () => {
    const files = { 'package.json': '{"name":"app"}', 'lib/util.ts': "export const util = 'shared-util';" };
    await using outer = await tempProject({ ...files, [`bot/${ENTRY}`]: "export * from '../../lib/util.ts';" });
    const { code } = await bundleProject(outer.path('bot'));
    expect(await readFile(code, 'utf8')).toContain('shared-util');
  });

  test('packages above, linked ones, and what those import in their store', async () => {
    await using machine = await tempProject({
      'node_modules/above/index.js': "export const above = 'from-above';",
      'lib/package.json': '{"name":"@own/lib","main":"index.js"}',
      'lib/index.js': "export * from 'dep';",
      'store/links/dep/node_modules/dep/package.json': '{"name":"dep","main":"index.js"}',
      'store/links/dep/node_modules/dep/index.js': "export * from 'deep';",
      'store/links/deep/node_modules/deep/package.json': '{"name":"deep","main":"index.js"}',
      'store/links/deep/node_modules/deep/index.js': "export const deep = 'from-store';",
      [`project/${ENTRY}`]: "export * from 'above';\nexport * from '@own/lib';",
    });
    const links = {
      'project/node_modules/@own/lib': 'lib',
      'lib/node_modules/dep': 'store/links/dep/node_modules/dep',
      'store/links/dep/node_modules/deep': 'store/links/deep/node_modules/deep',
    };
    for (const [link, target] of Object.entries(links)) {
      await mkdir(dirname(machine.path(link)), { recursive: true });
      await symlink(machine.path(target), machine.path(link));
    }
    const code = await readFile((await bundleProject(machine.path('project'))).code, 'utf8');
    expect([code.includes('from-above'), code.includes('from-store')]).toEqual([true, true]);
  });

  test('a package that was installed after the first look', async () => {
    await using machine = await tempProject({ 'lib/package.json': '{"name":"lib"}', 'project/a.ts': '' });
    const { door } = await withDoor(machine.path('project'));
    expect(door.refuse(machine.path('lib/package.json'))).toBe('outside');
    await mkdir(machine.path('project/node_modules'));
    await symlink(machine.path('lib'), machine.path('project/node_modules/lib'));
    expect(door.refuse(machine.path('lib/package.json'))).toBe(null);
  });
});

test('around the project, hidden files are never read', async () => {
  const files = { 'package.json': '{"workspaces":["bot"]}', '.aws/credentials': '', 'bot/.hidden.txt': '' };
  await using repository = await tempProject({ ...files, 'bot/package.json': '{"name":"bot"}' });
  const { door } = await withDoor(repository.path('bot'));
  expect(['.aws/credentials', 'bot/.hidden.txt'].map((file) => door.refuse(repository.path(file)))).toEqual([
    'outside',
    null,
  ]);
});
