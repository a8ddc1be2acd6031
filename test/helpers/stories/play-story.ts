import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runOnTerminal } from '../run-on-terminal.ts';
import { bareEnv, runWf, WF } from '../run-wf.ts';
import { screenOf } from '../screen-of.ts';
import { linkPackages, tempProject, type TempProject } from '../temp-project.ts';
import { openWarmProgram } from '../warm-program/open-warm-program.ts';
import { maskUnsteady } from './mask-unsteady.ts';
import { readStory } from './read-story.ts';

/** Consoles are an hour apart and their commands a minute, so that a new command changes times of its console only. */
const START = Date.UTC(2026, 0, 5, 12);
const CONSOLE_MS = 3_600_000;
const COMMAND_MS = 60_000;

/** An output is recorded up to this many lines; of a longer one, the beginning and the end. */
const MAX_LINES = 60;
const TAIL_LINES = 4;
const MAX_COLUMNS = 400;

/**
 * Plays a story in a new folder and returns it with what its commands print now. Each line of a console is run by bash
 * with the built program as `wf`, at a fixed time and with fixed random bytes.
 */
export async function playStory(markdown: string): Promise<string> {
  await using home = await openHome();
  await using warm = await openWarmProgram();
  await placeFile(home, WARM, warm.script);
  const written: string[] = [];
  let folder = home.root;
  let start = START;
  for (const part of readStory(markdown)) {
    if (part.type === 'text') written.push(...part.lines);
    if (part.type === 'file') await placeFile(home, part.path, part.text);
    if (part.type !== 'console') continue;
    for (const [index, command] of part.commands.entries()) {
      const stage = { home, folder, columns: part.columns, now: start + index * COMMAND_MS };
      written.push(...(index === 0 ? [] : ['']), `$ ${command}`, ...(await runLine(command, stage)));
      const target = /^cd (\S+)$/.exec(command)?.[1];
      if (target !== undefined) folder = join(folder, target);
    }
    start += CONSOLE_MS;
  }
  return written.join('\n');
}

/** Defines `wf` for the bash of a line in a pipe. */
const WARM = '.bin/warm.sh';

interface Stage {
  readonly home: TempProject;
  readonly folder: string;
  readonly columns: number | null;
  readonly now: number;
}

/** A folder with the packages that a workflow imports, and with `wf` on its path. */
async function openHome(): Promise<TempProject> {
  const home = await tempProject();
  await linkPackages(home.root, ['zod']);
  await symlink(resolve('.'), home.path('node_modules/wfkit'), 'junction');
  await placeFile(home, '.bin/wf', `#!/bin/sh\nexec '${process.execPath}' '${WF}' "$@"\n`, 0o755);
  return home;
}

async function placeFile(home: TempProject, path: string, text: string, mode = 0o644): Promise<void> {
  await mkdir(dirname(home.path(path)), { recursive: true });
  await writeFile(home.path(path), text, { mode });
}

async function runLine(command: string, stage: Stage): Promise<string[]> {
  const { root } = stage.home;
  const { lines, exitCode } =
    stage.columns === null ? await runInPipe(command, stage) : await runAtTerminal(command, stage);
  return [...shorten(maskUnsteady(lines, root)), ...(exitCode === 0 ? [] : [`[exit ${exitCode}]`])];
}

async function runInPipe(command: string, { home, folder, now }: Stage) {
  const { stdout, stderr, exitCode } = await runWf(['-c', `. '${home.path(WARM)}'; { ${command}\n} </dev/null`], {
    command: 'bash',
    cwd: folder,
    env: envOf(home, now),
  });
  const told = linesOf(stderr).map((line) => `! ${line}`);
  return { lines: [...linesOf(stdout), ...told], exitCode };
}

async function runAtTerminal(command: string, { home, folder, columns, now }: Stage) {
  const { written, exitCode } = await runOnTerminal(['bash', '-c', command], {
    cwd: folder,
    env: { ...envOf(home, now), TERM: 'xterm-256color' },
    columns: columns ?? 80,
  });
  return { lines: await screenOf(written, columns ?? 80), exitCode };
}

function envOf(home: TempProject, now: number): Record<string, string> {
  const preload = pathToFileURL(resolve(import.meta.dirname, 'still-time.js')).href;
  const path = `${home.path('.bin')}:${process.env['PATH'] ?? ''}`;
  return { ...bareEnv(home.root), PATH: path, NODE_OPTIONS: `--import=${preload}`, WF_TEST_NOW: String(now) };
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
}

function shorten(lines: readonly string[]): string[] {
  const left = lines.length - MAX_LINES;
  const kept =
    left < 2 ? lines : [...lines.slice(0, MAX_LINES - TAIL_LINES), `<${left} more lines>`, ...lines.slice(-TAIL_LINES)];
  return kept.map((line) =>
    line.length > MAX_COLUMNS ? `${line.slice(0, MAX_COLUMNS)} <${line.length - MAX_COLUMNS} more characters>` : line,
  );
}
