import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runOnTerminal, type TerminalOptions } from '../run-on-terminal.ts';
import { bareEnv, runWf, WF } from '../run-wf.ts';
import { screenOf } from '../screen-of.ts';
import { linkPackages, tempProject, type TempProject } from '../temp-project.ts';
import { openWarmProgram } from '../warm-program/open-warm-program.ts';
import { withoutPlace } from './find-advice.ts';
import { maskUnsteady } from './mask-unsteady.ts';
import { readStory } from './read-story.ts';
import { tryAdvice, type Place } from './try-advice.ts';

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
 *
 * @param seen - shapes of advice that other stories type
 * @throws {Error} when a command that a line of the story proposes is refused there
 */
export async function playStory(markdown: string, seen = new Set<string>()): Promise<string> {
  await using home = await openHome();
  await using warm = await openWarmProgram();
  await placeFile(home, WARM, warm.script);
  const written: string[] = [];
  const refused: string[] = [];
  let folder = home.root;
  let start = START;
  for (const part of readStory(markdown)) {
    if (part.type === 'text') written.push(...part.lines);
    if (part.type === 'file') await placeFile(home, part.path, part.text);
    if (part.type !== 'console') continue;
    for (const [index, command] of part.commands.entries()) {
      const stage = { home, folder, columns: part.columns, now: start + index * COMMAND_MS };
      const run = await runLine(command, stage);
      written.push(...(index === 0 ? [] : ['']), `$ ${command}`, ...toRecorded(run, home.root));
      if ((part.columns ?? WIDE) >= WIDE)
        refused.push(...(await tryAdvice({ by: command, ...run }, seen, toPlace(stage))));
      const target = /^cd (\S+)$/.exec(command)?.[1];
      if (target !== undefined) folder = join(folder, target);
    }
    start += CONSOLE_MS;
  }
  if (refused.length > 0) throw new Error(`Advice is refused where it is given.\n${refused.join('\n')}`);
  return written.join('\n');
}

/** Columns of a terminal that breaks no line of advice. */
const WIDE = 100;

/** Half a minute after the line that proposed a command, so that new records have other ids. */
const READ_MS = COMMAND_MS / 2;

/** Commands that run until they are interrupted, and say that they do. */
const LASTING = /^wf (?:dev|serve)\b/;

function toPlace(stage: Stage): Place {
  let now = stage.now + READ_MS;
  const type = async (line: string) => {
    now += 1000;
    if (LASTING.test(withoutPlace(line)))
      return toTyped(await runAtTerminal(line, { ...stage, now, columns: 200 }, LISTENING));
    const piped = await runInPipe(line, { ...stage, now });
    if (!piped.lines.some((each) => UNANSWERED.test(each))) return toTyped(piped);
    return toTyped(await runAtTerminal(line, { ...stage, now, columns: 200 }, ANSWERED));
  };
  return { home: stage.home.root, folder: stage.folder, type };
}

const LISTENING = { until: /https?:\/\/|Next:/ };
const UNANSWERED = /There is no terminal to ask on|Standard input is empty/;
const ANSWERED = { until: /\?|not shown/, keys: 'y\r' };

function toTyped({ lines, exitCode }: LineRun) {
  return { exitCode, text: lines.join('\n') };
}

interface LineRun {
  readonly lines: readonly string[];
  readonly exitCode: number | null;
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

async function runLine(command: string, stage: Stage): Promise<LineRun> {
  return stage.columns === null ? await runInPipe(command, stage) : await runAtTerminal(command, stage);
}

function toRecorded({ lines, exitCode }: LineRun, root: string): string[] {
  return [...shorten(maskUnsteady(lines, root)), ...(exitCode === 0 ? [] : [`[exit ${exitCode}]`])];
}

async function runInPipe(command: string, { home, folder, now }: Stage): Promise<LineRun> {
  const { stdout, stderr, exitCode } = await runWf(['-c', `. '${home.path(WARM)}'; { ${command}\n} </dev/null`], {
    command: 'bash',
    cwd: folder,
    env: envOf(home, now),
  });
  const told = linesOf(stderr).map((line) => `! ${line}`);
  return { lines: [...linesOf(stdout), ...told], exitCode };
}

async function runAtTerminal(
  command: string,
  { home, folder, columns, now }: Stage,
  keyboard: Pick<TerminalOptions, 'until' | 'keys'> = {},
): Promise<LineRun> {
  const { written, exitCode } = await runOnTerminal(['bash', '-c', command], {
    cwd: folder,
    env: { ...envOf(home, now), TERM: 'xterm-256color' },
    columns: columns ?? 80,
    ...keyboard,
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
