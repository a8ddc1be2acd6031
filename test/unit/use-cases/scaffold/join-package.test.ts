import { readdir, readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import {
  type Addition,
  addToManifest,
  type JoinOptions,
  planJoin,
} from '../../../../src/use-cases/scaffold/plan-join.ts';
import { joinPackage } from '../../../../src/use-cases/scaffold/join-package.ts';
import { tempProject, type TempProject } from '../../../helpers/temp-project.ts';

const SHOP = '{\n  "name": "@acme/shop",\n  "type": "module",\n  "dependencies": {\n    "express": "5.0.0"\n  }\n}\n';

async function home(files: Record<string, string> = {}): Promise<TempProject> {
  return await tempProject({
    'wf/package.json': '{"name":"wfkit","version":"1.2.3"}',
    'templates/_shared/common/gitignore': '',
    'templates/blank/template.json': '{"description":"Blank","dependencies":{},"shares":[]}',
    'templates/blank/src/workflow.ts': 'export {};\n',
    'shop/package.json': SHOP,
    ...files,
  });
}

async function plan(at: TempProject, options: Partial<JoinOptions> = {}) {
  return await planJoin({
    dir: at.path('shop'),
    templatesDir: at.path('templates'),
    packageRoot: at.path('wf'),
    packageManager: 'pnpm',
    ...options,
  });
}

const CONFIG = (entry: string) =>
  `import { defineConfig } from 'wfkit';\n\nexport default defineConfig({\n  app: 'acme-shop',\n  entry: '${entry}',\n});\n`;

test('a package gets a configuration, an entry, scripts and dependencies, and nothing else changes', async () => {
  await using at = await home({ 'shop/tsconfig.json': '{}', 'shop/src/server.ts': 'listen();' });

  const planned = await plan(at);
  expect((await readdir(at.path('shop'))).toSorted()).toEqual(['package.json', 'src', 'tsconfig.json']);
  await joinPackage(planned);

  expect(planned).toEqual({
    dir: at.path('shop'),
    app: 'acme-shop',
    entry: 'src/workflow.ts',
    wf: '1.2.3',
    packageManager: 'pnpm',
    files: [
      { path: 'wf.config.ts', content: CONFIG('src/workflow.ts') },
      { path: 'src/workflow.ts', content: 'export {};\n' },
    ],
    additions: [
      { path: ['scripts', 'wf:dev'], value: 'wf dev' },
      { path: ['scripts', 'wf:deploy'], value: 'wf deploy' },
      { path: ['dependencies', 'wfkit'], value: '1.2.3' },
      { path: ['dependencies', 'zod'], value: '4.6.7' },
    ],
    notes: [],
    manifest: { before: SHOP, after: await readFile(at.path('shop/package.json'), 'utf8') },
    nextSteps: ['pnpm install', 'pnpm wf dev'],
  });
  expect(JSON.parse(planned.manifest.after)).toEqual({
    name: '@acme/shop',
    type: 'module',
    dependencies: { express: '5.0.0', wfkit: '1.2.3', zod: '4.6.7' },
    scripts: { 'wf:dev': 'wf dev', 'wf:deploy': 'wf deploy' },
  });
  expect((await readdir(at.path('shop'), { recursive: true })).toSorted()).toEqual([
    'package.json',
    'src',
    'src/server.ts',
    'src/workflow.ts',
    'tsconfig.json',
    'wf.config.ts',
  ]);
});

test('a package without TypeScript gets modules of JavaScript, also if it is CommonJS', async () => {
  await using at = await home({ 'shop/package.json': '{"name":"old","type":"commonjs"}' });

  expect((await plan(at)).files.map(({ path }) => path)).toEqual(['wf.config.mjs', 'workflow.mjs']);
});

test('what the package has already is not added again', async () => {
  await using at = await home({
    'shop/package.json': '{"scripts":{"wf:dev":"mine"},"devDependencies":{"zod":"^4.1.0","wfkit":"1.0.0"}}',
  });

  expect((await plan(at)).additions).toEqual([{ path: ['scripts', 'wf:deploy'], value: 'wf deploy' }]);
});

test.each(['dependencies', 'devDependencies'])(
  'a package with zod 3 among its %s keeps it, and gets zod 4 under another name',
  async (section) => {
    await using at = await home({
      'shop/package.json': JSON.stringify({ [section]: { zod: '^3.22.0' } }),
      'templates/blank/src/workflow.ts': "import * as z from 'zod';\n",
    });

    const { additions, files, notes } = await plan(at);
    expect(additions).toContainEqual({ path: ['dependencies', 'zod4'], value: 'npm:zod@4.6.7' });
    expect(files).toContainEqual({ path: 'workflow.mjs', content: "import * as z from 'zod4';\n" });
    expect(notes).toEqual([
      "The package keeps zod ^3.22.0. Schemas of a workflow need zod 4, which is added as zod4: import * as z from 'zod4'.",
    ]);
  },
);

test('an entry that is named and exists is used as it is', async () => {
  await using at = await home({ 'shop/src/flows.ts': 'export const mine = 1;' });

  const { entry, files } = await plan(at, { entry: 'src/flows.ts', appName: 'flows' });

  expect(entry).toBe('src/flows.ts');
  expect(files).toEqual([{ path: 'wf.config.mjs', content: CONFIG('src/flows.ts').replace('acme-shop', 'flows') }]);
});

test.each([
  [
    'a file in the place of the entry',
    { 'shop/workflow.mjs': 'mine' },
    'WF_CONFLICT',
    'wf init would overwrite workflow.mjs. Nothing was changed.',
  ],
  ['a project file', { 'shop/.wfrc.json': '{}' }, 'WF_CONFLICT', 'SHOP is a wf project already: it has .wfrc.json.'],
  ['malformed JSON', { 'shop/package.json': '{' }, 'WF_INVALID_INPUT', 'SHOP/package.json is not valid JSON.'],
])('%s is refused', async (_, files, code, message) => {
  await using at = await home(files);

  await expect(plan(at)).rejects.toMatchObject({ code, message: message.replace('SHOP', at.path('shop')) });
});

test('a folder without a package is refused', async () => {
  await using at = await home();

  await expect(plan(at, { dir: at.path('nowhere') })).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `There is no package.json in ${at.path('nowhere')}: wf can join only a package.`,
    nextSteps: ['wf init my-workflow'],
  });
});

test('what appeared since the plan is not overwritten, and what was written is removed', async () => {
  await using at = await home();
  const planned = await plan(at);
  await writeFile(at.path('shop/workflow.mjs'), 'mine');

  await expect(joinPackage(planned)).rejects.toMatchObject({ code: 'WF_FAILED' });

  expect((await readdir(at.path('shop'))).toSorted()).toEqual(['package.json', 'workflow.mjs']);
  expect(await readFile(at.path('shop/workflow.mjs'), 'utf8')).toBe('mine');
  expect(await readFile(at.path('shop/package.json'), 'utf8')).toBe(SHOP);
});

test('a package.json that changed since the plan stays as it is', async () => {
  await using at = await home();
  const planned = await plan(at);
  await writeFile(at.path('shop/package.json'), '{"name":"other"}');

  await expect(joinPackage(planned)).rejects.toMatchObject({ code: 'WF_CONFLICT' });

  expect(await readFile(at.path('shop/package.json'), 'utf8')).toBe('{"name":"other"}');
  expect(await readdir(at.path('shop'))).toEqual(['package.json']);
});

describe('additions to package.json', () => {
  const ADDITIONS: readonly Addition[] = [
    { path: ['scripts', 'wf:dev'], value: 'wf dev' },
    { path: ['dependencies', 'wfkit'], value: '1.2.3' },
  ];

  test('only lines are added, with the indentation of the file, and dependencies stay sorted', () => {
    const text = `{
\t"name": "shop",
\t"scripts": {
\t\t"test": "vitest",
\t\t"build": "tsc"
\t},
\t"dependencies": {
\t\t"express": "5.0.0",
\t\t"zod": "4.0.0"
\t}
}
`;
    expect(addToManifest(text, ADDITIONS)).toBe(`{
\t"name": "shop",
\t"scripts": {
\t\t"test": "vitest",
\t\t"build": "tsc",
\t\t"wf:dev": "wf dev"
\t},
\t"dependencies": {
\t\t"express": "5.0.0",
\t\t"wfkit": "1.2.3",
\t\t"zod": "4.0.0"
\t}
}
`);
  });

  test('sections that are missing are added, with the line ends of the file', () => {
    expect(addToManifest('{\r\n    "name": "shop"\r\n}\r\n', ADDITIONS)).toBe(
      '{\r\n    "name": "shop",\r\n    "scripts": {\r\n        "wf:dev": "wf dev"\r\n    },\r\n    "dependencies": {\r\n        "wfkit": "1.2.3"\r\n    }\r\n}\r\n',
    );
  });

  test('a file on one line without an end gets two spaces and no end', () => {
    expect(addToManifest('{"name":"shop"}', ADDITIONS.slice(1))).toBe(
      '{\n  "name": "shop",\n  "dependencies": {\n    "wfkit": "1.2.3"\n  }\n}',
    );
  });
});
