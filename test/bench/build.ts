import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BenchProject, createBenchProject, ROOT } from './bench-project.ts';
import { measureInTurn } from './contestants.ts';
import { HELLO_WORLD } from './hello-world.ts';
import { type BenchRow, judgePaced, showMs } from './rows.ts';
import { type ProcessCommand, runProcess } from './run-process.ts';

const BUDGET = { budgetMs: 170, referenceMs: 67 };
const BUDGET_KB = 60;

/** `wf build` of a hello world with hono and zod, compared with a script that only calls esbuild for the same bundle. */
export async function benchBuild(): Promise<BenchRow[]> {
  await using project = await createBenchProject(HELLO_WORLD);
  const esbuild = await esbuildAlone(project);
  const [own, alone] = await measureInTurn([
    { name: 'wf build', run: () => runProcess(project.wf('build')), before: () => removeBuilt(project) },
    { name: 'esbuild alone', run: () => runProcess(esbuild), before: () => removeBuilt(project) },
  ]);
  await runProcess(project.wf('build'));
  const kilobytes = gzipSync(await readFile(project.path('.wf/build/workflow.mjs'))).byteLength / 1000;
  await runProcess(esbuild);
  const aloneKilobytes = gzipSync(await readFile(project.path('alone.mjs'))).byteLength / 1000;
  return [
    {
      what: '`wf build` of a hello world with hono and zod',
      value: showMs(own.wallMs),
      comparison: `esbuild alone ${showMs(alone.wallMs)}`,
      ...judgePaced(own.wallMs, alone.wallMs, BUDGET),
    },
    {
      what: 'its upload, gzipped',
      value: `${kilobytes.toFixed(1)} KB`,
      comparison: `esbuild alone ${aloneKilobytes.toFixed(1)} KB`,
      ratio: kilobytes / aloneKilobytes,
      budget: `≤ ${BUDGET_KB} KB`,
      isWithin: kilobytes <= BUDGET_KB,
    },
  ];
}

async function esbuildAlone(project: BenchProject): Promise<ProcessCommand> {
  await project.write(
    'alone.js',
    `import * as workflow from './src/workflow.ts';
     import { createWorkflowApp } from 'wfkit/runtime';
     export const createApp = (options) => createWorkflowApp(workflow, options);`,
  );
  const options = {
    entryPoints: ['alone.js'],
    outfile: 'alone.mjs',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    minify: true,
    sourcemap: 'linked',
    sourcesContent: false,
  };
  await project.write(
    'alone-build.mjs',
    `import { build } from ${JSON.stringify(join(ROOT, 'node_modules/esbuild/lib/main.js'))};
     await build(${JSON.stringify(options)});`,
  );
  return { command: process.execPath, args: ['alone-build.mjs'], cwd: project.root };
}

async function removeBuilt(project: BenchProject): Promise<void> {
  for (const path of ['.wf', 'alone.mjs', 'alone.mjs.map'])
    await rm(project.path(path), { recursive: true, force: true });
}
