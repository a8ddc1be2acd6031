import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { tempProject, type TempProject } from '../helpers/temp-project.ts';
import { alignOutput, normalizeOutput } from './match-output.ts';
import { readTranscript, type Step } from './read-transcript.ts';

const CHECKOUT = resolve(import.meta.dirname, '../..');
const TRANSCRIPTS = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.md'));

/** A transcript runs up to fifty processes in sequence. */
const TIME_LIMIT = 300_000;

test.each(TRANSCRIPTS)('%s matches, line by line', { timeout: TIME_LIMIT }, async (name) => {
  await using home = await tempProject();
  await linkCheckout(home);
  const items = readTranscript(await readFile(join(import.meta.dirname, name), 'utf8'));
  expect(items.some(({ type }) => type === 'step')).toBe(true);
  for (const item of items) {
    if (item.type === 'step') await play(item.step, home, name);
    else await place(home, item.file.path, item.file.text);
  }
});

async function play(step: Step, home: TempProject, name: string): Promise<void> {
  const run = await runWf(step.words, home);
  const [stdout, stderr] = [normalizeOutput(run.stdout, home.root), normalizeOutput(run.stderr, home.root)];
  expect(
    { stdout: alignOutput(stdout, step.stdout), stderr: alignOutput(stderr, step.stderr), exitCode: run.exitCode },
    `${name}:${step.line}: wf ${step.words.join(' ')}`,
  ).toEqual({ stdout: step.stdout, stderr: step.stderr, exitCode: step.exitCode });
}

/** Runs the built program with its own settings and data; in folder DIR if `--in DIR` comes first. */
async function runWf(words: readonly string[], home: TempProject) {
  const isElsewhere = words[0] === '--in';
  const cwd = isElsewhere ? home.path(words[1] ?? '') : home.root;
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home.root,
    NO_COLOR: '1',
    XDG_CONFIG_HOME: home.path('.config'),
    XDG_DATA_HOME: home.path('.data'),
  };
  const argv = [join(CHECKOUT, 'bin/wf.js'), ...(isElsewhere ? words.slice(2) : words)];
  return await new Promise<{ stdout: string; stderr: string; exitCode: number }>((done) => {
    const child = execFile(process.execPath, argv, { cwd, env, timeout: 30_000 }, (error, stdout, stderr) => {
      done({ stdout, stderr, exitCode: error === null ? 0 : Number(error.code ?? -1) });
    });
    child.stdin?.end();
  });
}

async function place(home: TempProject, path: string, text: string): Promise<void> {
  await mkdir(dirname(home.path(path)), { recursive: true });
  await writeFile(home.path(path), text);
}

/** Links a project's packages, in place of `npm install`. */
async function linkCheckout(home: TempProject): Promise<void> {
  await mkdir(home.path('node_modules'));
  await symlink(CHECKOUT, home.path('node_modules/wfkit'), 'junction');
  await symlink(join(CHECKOUT, 'node_modules/zod'), home.path('node_modules/zod'), 'junction');
}
