import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runWf, WF } from '../../helpers/run-wf.ts';
import { openWarmProgram } from '../../helpers/warm-program/open-warm-program.ts';

/** Lines that the table types; a line that reads an effect types, too. */
export function typedIn(line: Line): string[] {
  if (typeof line === 'string') return [];
  return line.length === 3 ? [line[0], line[1]] : [line[0]];
}

/** What a line prints to standard output, without white space around it. */
type Shown = string | RegExp;

/** A line that is refused: its exit code, and what it prints to standard error. */
export interface Refusal {
  readonly exit: number;
  readonly says: RegExp;
}

/**
 * A line of a table: what is typed in bash, and what it prints; or what is typed, a second line that reads its effect, and
 * what that one prints. A text alone prepares lines after it, and counts as no line.
 */
export type Line =
  | string
  | readonly [typed: string, shows: Shown | Refusal]
  | readonly [typed: string, reads: string, shows: Shown];

export interface Stage {
  /** Folder in which the lines are run, one after the other, in one shell. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number;
}

/**
 * Runs the lines of a table in one shell, with the built program as `wf`, in a process that stays.
 *
 * @returns what is wrong, line by line
 */
export async function playTable(lines: readonly Line[], stage: Stage): Promise<string[]> {
  const results = join(stage.folder, '.results');
  await mkdir(results);
  const script = lines.flatMap((line, index) => {
    const [typed, reads] = typeof line === 'string' ? [line, null] : [line[0], line.length === 3 ? line[1] : null];
    return [
      toStep(typed, join(results, `${index}`)),
      ...(reads === null ? [] : [toStep(reads, join(results, `${index}r`))]),
    ];
  });
  await using warm = await openWarmProgram();
  const file = join(results, 'script.sh');
  await writeFile(file, [warm.script, ...script].join('\n'));
  await writeFile(join(results, 'wf'), `#!/bin/sh\nexec '${process.execPath}' '${WF}' "$@"\n`, { mode: 0o755 });
  const env = { ...stage.env, PATH: `${results}:${process.env['PATH'] ?? ''}` };
  await runWf([file], { command: 'bash', cwd: stage.folder, env });
  const problems: string[] = [];
  for (const [index, line] of lines.entries()) {
    const ran = await readResult(join(results, `${index}`));
    const read = typeof line !== 'string' && line.length === 3 ? await readResult(join(results, `${index}r`)) : ran;
    const problem = problemOf(line, ran, read);
    if (problem !== null) problems.push(problem);
  }
  return problems;
}

function toStep(line: string, file: string): string {
  return `{ ${line}\n} >'${file}.out' 2>'${file}.err' </dev/null; echo $? >'${file}.exit'`;
}

async function readResult(file: string): Promise<Ran> {
  const read = (kind: string) => readFile(`${file}.${kind}`, 'utf8').catch(() => '');
  const [stdout, stderr, exit] = await Promise.all([read('out'), read('err'), read('exit')]);
  return { stdout, stderr, exit: Number(exit === '' ? -1 : exit) };
}

function problemOf(line: Line, ran: Ran, read: Ran): string | null {
  const shows = typeof line === 'string' ? null : line.length === 3 ? line[2] : line[1];
  const typed = typeof line === 'string' ? line : line[0];
  if (shows !== null && typeof shows === 'object' && 'says' in shows)
    return ran.exit === shows.exit && shows.says.test(ran.stderr)
      ? null
      : `${typed}\n${told(ran)}\nNOT ${String(shows.says)}`;
  if (ran.exit !== 0) return `${typed}\n${told(ran)}`;
  if (shows === null) return null;
  const shown = read.stdout.trim();
  const isRight = typeof shows === 'string' ? shown === shows : shows.test(shown);
  return isRight ? null : `${typed}\n${told(read)}\nNOT ${String(shows)}`;
}

function told({ exit, stdout, stderr }: Ran): string {
  return `exit ${exit}\n${stdout.slice(0, 1500)}${stderr.slice(0, 1500)}`.trim();
}
