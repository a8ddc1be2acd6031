import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { tempProject } from '../helpers/temp-project.ts';

const run = promisify(execFile);
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

const AUTHOR = `
import { route, entrypoint, configSchema, multipleChoice, groupedMultipleChoice, supportedLlmModels } from 'wfkit';
import { createWorkflowApp } from 'wfkit/runtime';
import { route as decorated } from 'wfkit/decorators';
import * as z from 'zod';

const Summary = configSchema({
  words: z.int().gte(10).lte(200).default(50),
  tone: multipleChoice(['plain', 'formal']).default('plain'),
  model: groupedMultipleChoice(supportedLlmModels).default('gpt-6-luna'),
});
export const summarise = route('/summarise', { config: Summary, input: z.object({ text: z.string() }) },
  async ({ config, input }) => input.text.slice(0, config.words satisfies number));
export default entrypoint({ config: Summary }, async ({ config }) => config.tone satisfies 'plain' | 'formal');

const app = createWorkflowApp({ summarise });
export const health: Promise<Response> = app.fetch(new Request('http://x/health'));
export const isThere: boolean = typeof decorated === 'function';
`;

const STRICT = {
  compilerOptions: {
    strict: true,
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'dom'],
    types: [],
    skipLibCheck: false,
    noEmit: true,
  },
  include: ['author.ts'],
};

/** A module of CommonJS, as TypeScript understood packages before Node could load ES modules there. */
const COMMONJS = { ...STRICT, compilerOptions: { ...STRICT.compilerOptions, module: 'node16' } };

interface Entries {
  readonly main: string;
  readonly types: string;
  readonly typesVersions: { readonly '*': Readonly<Record<string, string[]>> };
}

test("the packed package installs in an empty folder, runs, and type-checks authors' code", async () => {
  await using folder = await tempProject({
    'package.json': JSON.stringify({ name: 'author', private: true, type: 'module' }),
    'author.ts': AUTHOR,
    'tsconfig.json': JSON.stringify(STRICT),
    'commonjs/package.json': '{"type":"commonjs"}',
    'commonjs/author.ts': AUTHOR,
    'commonjs/tsconfig.json': JSON.stringify(COMMONJS),
  });
  // Packs the existing build; this test does not build.
  const packed = await run(npm, ['pack', '--ignore-scripts', '--json', '--pack-destination', folder.root]);
  const tarball = (await readdir(folder.root)).find((name) => name.endsWith('.tgz')) ?? '';
  expect(packed.stdout).toContain(tarball);
  await run(npm, ['install', '--prefer-offline', '--no-audit', '--no-fund', `./${tarball}`], { cwd: folder.root });

  const installed = folder.path('node_modules/wfkit');
  const wf = { program: join(installed, 'bin/wf.js'), cwd: folder.root };
  expect((await readdir(installed)).toSorted()).toEqual(
    expect.arrayContaining([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'bin',
      'dist',
      'docs',
      'package.json',
      'templates',
    ]),
  );
  expect((await runWf(['--version'], wf)).stdout).toMatch(/^wf\/\d/);
  expect((await runWf(['--help'], wf)).stdout).toContain('$ wf [COMMAND]');
  expect(await runWf(['apps', 'list', '--json'], wf)).toMatchObject({ stdout: '[]\n', exitCode: 0 });

  const tsc = resolve('node_modules/typescript/bin/tsc');
  for (const project of [folder.root, folder.path('commonjs')]) {
    const checked = await run(process.execPath, [tsc, '-p', project]).catch((error: { stdout: string }) => error);
    expect(checked.stdout).toBe('');
  }
  await writeFile(
    folder.path('use.ts'),
    "const { health } = await import('./author.ts');\nconsole.log((await health).status);\n",
  );
  expect((await run(process.execPath, ['use.ts'], { cwd: folder.root })).stdout).toBe('200\n');
  const required = "console.log(typeof require('wfkit').route, typeof require('wfkit/runtime').serveWorkflow)";
  expect((await run(process.execPath, ['-e', required], { cwd: folder.root })).stdout).toBe('function function\n');
  // TypeScript looks there for a project whose `moduleResolution` knows no `exports`.
  const { main, types, typesVersions } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as Entries;
  const named = [main, types, ...Object.values(typesVersions['*']).flat()];
  expect(named.filter((file) => !existsSync(join(installed, file)))).toEqual([]);
});
