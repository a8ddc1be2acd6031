import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleWorkflow } from '../../src/bundler/bundle/bundle-workflow.ts';
import { openSourceBundler } from '../../src/bundler/bundle/source-bundle.ts';
import { bundleTarget } from '../../src/bundler/targets/bundle-target.ts';
import { TARGETS } from '../../src/bundler/targets/targets.ts';
import { NO_PACKAGE_RULES } from '../../src/bundler/packages/mark-external.ts';
import { runWf } from '../helpers/run-wf.ts';
import { startCloudflareTarget } from '../helpers/targets/cloudflare-target.ts';
import { startLambdaTarget } from '../helpers/targets/lambda-target.ts';
import type { TargetSetting } from '../helpers/targets/target-server.ts';
import { linkPackages, type TempProject, tempProject } from '../helpers/temp-project.ts';

const ORDERS = [
  ['wfkit', 'zod', 'library'],
  ['wfkit', 'library', 'zod'],
  ['zod', 'wfkit', 'library'],
  ['zod', 'library', 'wfkit'],
  ['library', 'wfkit', 'zod'],
  ['library', 'zod', 'wfkit'],
] as const;
const ZOD = ["import * as z from 'zod';", "import { z } from 'zod';", "import * as z from 'zod/v4';"];
/** What the library loads at its first use. */
const LAZY = ['zod', 'zod/v4', 'zod/v3', 'barrel/all'];

/** Every order; imports of zod, and what the library loads, take turns. */
const PERMUTATIONS = [...ORDERS, ...ORDERS.slice(0, 3)].map((order, index) => ({
  order,
  zod: ZOD[index % ZOD.length] ?? '',
  lazy: LAZY[Math.floor(index / ZOD.length) % LAZY.length] ?? '',
}));
/** Those that each target gets: one with each import of zod. */
const FEW = [PERMUTATIONS[0], PERMUTATIONS[4], PERMUTATIONS[8]].filter((one) => one !== undefined);

type Permutation = (typeof PERMUTATIONS)[number];

function toEntry({ order, zod, lazy }: Permutation): string {
  const imports = {
    wfkit: "import { configSchema, entrypoint } from 'wfkit';",
    zod,
    library: `import { check } from 'library/${lazy.replace('/', '-')}';\nimport { Kind } from 'barrel';\nimport { Part } from './parts/index.ts';`,
  };
  return [
    ...order.map((name) => imports[name]),
    "const Config = configSchema({ word: z.string().default('x') });",
    'class Own extends Kind {}',
    'class OwnPart extends Part {}',
    'export default entrypoint({ config: Config, output: z.string() }, async ({ config }) => {',
    "  const { parse } = await import('./own.ts');",
    '  return [config.word, await check(), parse(new Own().name), new OwnPart().name].join();',
    '});',
  ].join('\n');
}

const ANSWER = 'x,true,kind,part';

/** A package without side effects whose entries re-export the same modules. */
const BARREL = {
  'package.json':
    '{"name":"barrel","type":"module","sideEffects":false,"exports":{".":"./index.js","./all":"./all.js"}}',
  'index.js': "export * from './kinds.js';",
  'all.js': "export * from './kinds.js';\nexport const all = true;",
  'kinds.js': "const name = ['kind'].join();\nexport class Kind { name = name; }",
};

const LIBRARY = LAZY.map((lazy) => {
  const read = lazy === 'barrel/all' ? 'loaded.all' : 'loaded.object({}).safeParse({}).success';
  const code = `export async function check() { const loaded = await import('${lazy}'); return ${read}; }`;
  return [`${lazy.replace('/', '-')}.js`, code] as const;
});

const REQUIRING = Object.fromEntries(
  ["import { check } from 'library/zod';", 'const check = async () => true;'].map((check, index) => [
    `requiring-${index}.ts`,
    `import { entrypoint } from 'wfkit';
     import { Kind } from 'barrel';
     import { all } from 'requirer';
     ${check}
     class Own extends Kind {}
     export default entrypoint({}, async () => [new Own().name, all(), await check()].join());`,
  ]),
);

let project: TempProject;

beforeAll(async () => {
  const packages = {
    barrel: BARREL,
    requirer: {
      'package.json': '{"name":"requirer","main":"index.js"}',
      'index.js': "exports.all = () => require('barrel/all').all;",
    },
    library: {
      'package.json': '{"name":"library","type":"module","exports":{"./*":"./*.js"}}',
      ...Object.fromEntries(LIBRARY),
    },
  };
  const files = Object.entries(packages).flatMap(([name, texts]) =>
    Object.entries(texts).map(([file, text]) => [`node_modules/${name}/${file}`, text] as const),
  );
  const entries = PERMUTATIONS.map((one, index) => [`entry-${index}.ts`, toEntry(one)] as const);
  project = await tempProject({
    ...Object.fromEntries([...files, ...entries]),
    ...REQUIRING,
    'own.ts':
      "import * as z from 'zod/v4';\nconst Text = z.string();\nexport const parse = (text: unknown) => Text.parse(text);\n",
    'parts/index.ts': "export * from './parts.ts';",
    'parts/all.ts': "export * from './parts.ts';",
    'parts/parts.ts': "const name = ['part'].join();\nexport class Part { name = name; }",
    'package.json': '{"name":"orders","type":"module","sideEffects":false}',
  });
  await linkPackages(project.root, ['zod', '@opentelemetry/api']);
});

afterAll(async () => await project[Symbol.asyncDispose]());

const dist = (file: string) => resolve(import.meta.dirname, '../../dist', file);
const ALIASES = {
  wfkit: dist('sdk.js'),
  'wfkit/runtime': dist('runtime.js'),
  'wfkit/decorators': dist('decorators.js'),
};

function pathsOf(permutation: Permutation, outDir: string) {
  const entry = `entry-${PERMUTATIONS.indexOf(permutation)}.ts`;
  return { root: project.root, entry, outDir: project.path(`out/${entry}/${outDir}`), aliases: ALIASES };
}

const CALL = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };

/** Imports bundles in one process, and prints what each answers. */
const ASK = `
const answers = [];
for (const url of process.argv.slice(1)) {
  try {
    const { createApp } = await import(url);
    answers.push(await (await createApp({}).fetch(new Request('http://local/run', ${JSON.stringify(CALL)}))).json());
  } catch (error) {
    answers.push(String(error));
  }
}
console.log(JSON.stringify(answers));`;

async function askAll(files: readonly string[]): Promise<unknown> {
  const urls = files.map((file) => pathToFileURL(file).href);
  const args = ['--input-type=module', '--eval', ASK, ...urls];
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
}

test('a bundle for Node evaluates imports in every order', async () => {
  const files: string[] = [];
  for (const one of PERMUTATIONS)
    files.push((await bundleWorkflow({ ...pathsOf(one, 'node'), sourcemap: false })).code);
  expect(await askAll(files)).toMatchObject(files.map(() => ({ data: ANSWER })));
});

test('a version of wf dev evaluates imports in every order', async () => {
  const files: string[] = [];
  for (const one of FEW) {
    const paths = { ...pathsOf(one, 'dev'), sdkDir: project.path('out/sdk'), patterns: [] };
    await using bundler = await openSourceBundler({ ...paths, sampleWorkflow: dist('sample-workflow.js') });
    const { code } = await bundler.bundle();
    await mkdir(paths.outDir, { recursive: true });
    files.push(resolve(paths.outDir, 'workflow.mjs'));
    await writeFile(files.at(-1) ?? '', code);
  }
  expect(await askAll(files)).toMatchObject(files.map(() => ({ data: ANSWER })));
});

const startLambda = async (setting: TargetSetting) => await startLambdaTarget(setting, 'handler');

test.each([
  ['cloudflare', startCloudflareTarget],
  ['lambda', startLambda],
] as const)('a build for %s evaluates imports in every order', async (name, start) => {
  const target = TARGETS[name];
  const runtime = dist(`target-${target.runtime}.js`);
  const given = { app: 'orders', patterns: [], packages: NO_PACKAGE_RULES, cpu: null, target, runtime };
  const answers: unknown[] = [];
  for (const one of FEW) {
    const { outDir: dir, ...paths } = pathsOf(one, name);
    const { files } = await bundleTarget({ ...paths, ...given });
    for (const [file, bytes] of files) {
      await mkdir(dirname(resolve(dir, file)), { recursive: true });
      await writeFile(resolve(dir, file), bytes);
    }
    await using server = await start({ dir, variables: {} });
    answers.push(await (await server.ask('/run', CALL)).json());
  }
  expect(answers).toMatchObject(FEW.map(() => ({ data: ANSWER })));
});

test('a package may require what others import from a package without side effects', async () => {
  const files: string[] = [];
  for (const entry of Object.keys(REQUIRING)) {
    const paths = { root: project.root, entry, outDir: project.path(`out/${entry}`), aliases: ALIASES };
    files.push((await bundleWorkflow({ ...paths, sourcemap: false })).code);
  }
  expect(await askAll(files)).toMatchObject(files.map(() => ({ data: 'kind,true,true' })));
});

test('wf run takes a workflow that imports wfkit first', async () => {
  await writeFile(project.path('.wfrc.json'), JSON.stringify({ app: 'orders', entry: 'entry-0.ts' }));
  const run = await runWf(['run', '/', '--json'], { cwd: project.root });
  expect(run).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(ANSWER) });
});

/** Imports the SDK in a process where all other packages are empty modules. */
const IMPORT_ALONE = `
import { registerHooks } from 'node:module';
const empty = { url: 'data:text/javascript,export default undefined', format: 'module', shortCircuit: true };
const resolve = (name, context, next) => (/^(?:[.]|[a-z]+:)/.test(name) ? next(name, context) : empty);
registerHooks({ resolve });
console.log(Object.keys(await import(process.argv[1])).length > 0);`;

test.each(['sdk.js', 'decorators.js'])('%s uses no other package while it is imported', async (file) => {
  const args = ['--input-type=module', '--eval', IMPORT_ALONE, pathToFileURL(dist(file)).href];
  expect((await promisify(execFile)(process.execPath, args)).stdout).toBe('true\n');
});
