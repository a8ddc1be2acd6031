import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
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
  Try: npm install node@999   (where wf is installed; with -g if wf is global)
`,
    exitCode: 1,
  });
});

/** A project with a newer Node among its packages. */
async function projectWithNode(files: Readonly<Record<string, string>>) {
  const project = await tempProject(files);
  await mkdir(project.path('node_modules/.bin'), { recursive: true });
  await symlink(process.execPath, project.path('node_modules/.bin/node'));
  return project;
}

test('a Node among the packages that wf is installed with takes over in every folder', async () => {
  await using elsewhere = await tempProject({});
  await using project = await projectWithNode({
    'node_modules/wfkit/bin/find-newer-node.js': await readFile('bin/find-newer-node.js', 'utf8'),
    'node_modules/wfkit/bin/wf.js': 'console.log(process.argv[2])',
    'node_modules/wfkit/package.json': '{"type": "module"}',
  });
  const self = pathToFileURL(project.path('node_modules/wfkit/bin/find-newer-node.js')).href;
  const source = program(24, 'taken over').replace(FALLBACK, self);
  await writeFile(elsewhere.path('run.mjs'), source);
  const run = await runWf([], { program: elsewhere.path('run.mjs'), cwd: elsewhere.root });
  expect(run).toEqual({ stdout: 'taken over\n', stderr: '', exitCode: 0 });
});

test('its exit status is passed on', async () => {
  await using project = await projectWithNode({
    'node_modules/wfkit/bin/find-newer-node.js': await readFile('bin/find-newer-node.js', 'utf8'),
    'node_modules/wfkit/bin/wf.js': 'process.exitCode = 3;',
    'node_modules/wfkit/package.json': '{"type": "module"}',
  });
  const self = pathToFileURL(project.path('node_modules/wfkit/bin/find-newer-node.js')).href;
  await writeFile(project.path('run.mjs'), program(24).replace(FALLBACK, self));
  expect(await runWf([], { program: project.path('run.mjs'), cwd: project.root })).toMatchObject({ exitCode: 3 });
});

test.each([
  ['of', '.'],
  ['above', 'deep/below'],
])('a Node %s the working folder is never run', async (_where, cwd) => {
  await using project = await tempProject({ 'run.mjs': program(999), 'deep/below/x': '' });
  const planted = `#!/bin/sh\ntouch ${project.path('ran')}\necho v999.0.0\n`;
  await mkdir(project.path('node_modules/.bin'), { recursive: true });
  await writeFile(project.path('node_modules/.bin/node'), planted, { mode: 0o755 });
  const run = await runWf([], { program: project.path('run.mjs'), cwd: project.path(cwd) });
  expect(run.stderr).toContain('wf needs Node 999 or newer');
  expect(existsSync(project.path('ran'))).toBe(false);
});

test('bin/wf.js uses only syntax that an old Node can parse', async () => {
  const { transform } = await import('esbuild');
  for (const file of [WF, resolve('bin/find-newer-node.js')]) {
    const source = (await readFile(file, 'utf8')).replace(/^#!.*/, '');
    // esbuild rewrites newer syntax for its target; these files come out unchanged.
    const same = await transform(source, { target: 'node13.2', minify: true });
    expect(same.code).toBe((await transform(source, { target: 'esnext', minify: true })).code);
  }
});
