import { mkdir, symlink } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { runWf, WF } from '../helpers/run-wf.ts';
import { tempProject } from '../helpers/temp-project.ts';

/** Runs bin/wf.js as if it needed the given Node version. */
const FALLBACK = pathToFileURL(resolve('bin/find-newer-node.js')).href;

function program(neededMajor: number, ...argv: string[]): string {
  return `process.argv.push(...${JSON.stringify(argv)});
    (await import(${JSON.stringify(FALLBACK)})).runOnNewerNode(${neededMajor});`;
}

test('without a newer Node, it reports which version is needed and how to get it', async () => {
  await using project = await tempProject({ 'run.mjs': program(999) });
  expect(await runWf([], { program: project.path('run.mjs'), cwd: project.root })).toEqual({
    stdout: '',
    stderr: `Error: wf needs Node 999 or newer, and this is ${process.version}.
  Try: npm install node@999   (puts one into this project, wf finds it there)
`,
    exitCode: 1,
  });
});

test("the Node in a project's packages takes over, with arguments and exit status", async () => {
  await using project = await tempProject({ 'run.mjs': program(24, 'frobnicate') });
  await mkdir(project.path('node_modules/.bin'), { recursive: true });
  await symlink(process.execPath, project.path('node_modules/.bin/node'));
  await mkdir(project.path('deep/below'), { recursive: true });
  const run = await runWf([], { program: project.path('run.mjs'), cwd: project.path('deep/below') });
  expect(run).toMatchObject({ stdout: '', exitCode: 2 });
  expect(run.stderr).toContain('Unknown command wf frobnicate.');
});

test('bin/wf.js uses only syntax that an old Node can parse', async () => {
  const { readFile } = await import('node:fs/promises');
  const { transform } = await import('esbuild');
  for (const file of [WF, resolve('bin/find-newer-node.js')]) {
    const source = (await readFile(file, 'utf8')).replace(/^#!.*/, '');
    // esbuild rewrites newer syntax for its target; these files come out unchanged.
    const same = await transform(source, { target: 'node13.2', minify: true });
    expect(same.code).toBe((await transform(source, { target: 'esnext', minify: true })).code);
  }
});
