import { execFile } from 'node:child_process';
import { chmod, mkdir, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { blocksOf, type CodeBlock, readPages } from '../helpers/doc-pages.ts';
import { bareEnv, runWf, WF } from '../helpers/run-wf.ts';
import { tempProject } from '../helpers/temp-project.ts';

/** Runs each page's blocks in order, in a fresh project from the template `basic`. */
const followed = readPages()
  .map((page) => ({ path: page.path, blocks: blocksOf(page).filter(isFollowed) }))
  .filter(({ blocks }) => blocks.length > 0);

/** `npm` blocks are the set-up, which CI runs; scripts that begin with their name belong to ci-recipes.test.ts. */
function isFollowed({ language, code }: CodeBlock): boolean {
  return language === 'sh' && !code.startsWith('npm ') && !/^# \w+\.sh/.test(code);
}

test('the pages have commands to follow', () => {
  expect(followed.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['README.md', 'docs/authoring.md', 'docs/deploying.md', 'docs/evaluations.md']),
  );
});

test.each(followed)('the commands of $path work', async ({ blocks }) => {
  await using home = await tempProject({ 'bin/wf': `#!/bin/sh\nexec "${process.execPath}" "${WF}" "$@"\n` });
  await chmod(home.path('bin/wf'), 0o755);
  const created = await runWf(['init', 'support', '--template', 'basic', '--json'], { cwd: home.root });
  expect(created).toMatchObject({ exitCode: 0 });
  const project = home.path('support');
  await installInto(project);
  const env = { ...bareEnv(home.root), CI: '1', PATH: `${home.path('bin')}:${process.env['PATH'] ?? ''}` };
  for (const { code, place } of blocks) {
    expect(await failureOf(code, project, env), place).toBe(null);
  }
});

/** Links a project's packages, in place of `npm install`. */
async function installInto(project: string): Promise<void> {
  await mkdir(join(project, 'node_modules'), { recursive: true });
  for (const [name, target] of [
    ['wfkit', '.'],
    ['zod', 'node_modules/zod'],
  ] as const) {
    const link = join(project, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(resolve(target), link, 'junction');
  }
}

/** Runs a block with `bash -e`. @returns its output if it failed */
async function failureOf(code: string, cwd: string, env: Record<string, string>): Promise<string | null> {
  return await new Promise((done) => {
    const child = execFile('bash', ['-ex', '-c', code], { cwd, env }, (error, stdout, stderr) => {
      done(error === null ? null : `${stdout.slice(-2000)}${stderr.slice(-2000)}`);
    });
    child.stdin?.end();
  });
}
