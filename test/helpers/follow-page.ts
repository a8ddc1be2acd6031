import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, symlink } from 'node:fs/promises';
import { resolve } from 'node:path';
import { blocksOf, type CodeBlock, readPages } from './doc-pages.ts';
import { bareEnv, WF } from './run-wf.ts';
import { scaffold } from './scaffold.ts';
import { linkPackages, tempProject, type TempProject } from './temp-project.ts';
import { openWarmProgram } from './warm-program/open-warm-program.ts';

export interface FollowedPage {
  readonly path: string;
  readonly blocks: readonly CodeBlock[];
}

/** Lists the pages that have commands to follow. */
export function readFollowedPages(): FollowedPage[] {
  return readPages()
    .map((page) => ({ path: page.path, blocks: blocksOf(page).filter(isFollowed) }))
    .filter(({ blocks }) => blocks.length > 0);
}

/** `npm` blocks are the set-up, which CI runs; scripts that begin with their name belong to ci-recipes.test.ts. */
function isFollowed({ language, code }: CodeBlock): boolean {
  return language === 'sh' && !code.startsWith('npm ') && !/^# [\w-]+\.sh/.test(code);
}

/** Follows pages, each in a copy of a project from the template `basic`. */
export interface PageFollower extends AsyncDisposable {
  /** Runs the blocks of a page in order. @returns the place and the output of the first that fails */
  follow(this: void, page: FollowedPage): Promise<{ readonly place: string; readonly output: string } | null>;
}

export async function createPageFollower(): Promise<PageFollower> {
  const warm = await openWarmProgram();
  const home = await tempProject({
    'warm.sh': warm.script,
    'bin/wf': `#!/bin/sh\nexec "${process.execPath}" "${WF}" "$@"\n`,
  });
  await chmod(home.path('bin/wf'), 0o755);
  await mkdir(home.path('support'));
  await scaffold(home.path('support'), 'basic');
  await linkPackages(home.path('support'), ['zod']);
  await symlink(resolve('.'), home.path('support/node_modules/wfkit'), 'junction');
  return {
    follow: async ({ path, blocks }) => {
      const own = home.path(path.replaceAll(/\W/g, '-'));
      await cp(home.path('support'), `${own}/support`, { recursive: true, verbatimSymlinks: true });
      for (const { code, place } of blocks) {
        const output = await failureOf(code, own, home);
        if (output !== null) return { place, output };
      }
      return null;
    },
    [Symbol.asyncDispose]: async () => {
      await warm[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

/** Runs a block with `bash -e`. @returns its output if it failed */
async function failureOf(code: string, own: string, home: TempProject): Promise<string | null> {
  const env = { ...bareEnv(own), CI: '1', PATH: `${home.path('bin')}:${process.env['PATH'] ?? ''}` };
  return await new Promise((done) => {
    const script = `. '${home.path('warm.sh')}'\nexec </dev/null\nset -ex\n${code}`;
    execFile('bash', ['-c', script], { cwd: `${own}/support`, env }, (error, stdout, stderr) => {
      done(error === null ? null : `${stdout.slice(-2000)}${stderr.slice(-2000)}`);
    });
  });
}
