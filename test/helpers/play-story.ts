import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { dirname } from 'node:path';
import { vi } from 'vitest';
import type { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { runCommand, type RunOptions } from './run-command.ts';
import { linkPackages, tempProject, type TempProject } from './temp-project.ts';

type CommandClass = new (argv: string[], config: BaseCommand['config']) => BaseCommand;

/** A command line and its stdin. */
export type StoryLine = readonly [Class: CommandClass, words?: string | readonly string[], stdin?: string];

/** Where the output goes, or the flag that asks for another form. */
export type StoryForm = 'pipe' | 'terminal' | '--json' | '--tsv' | '--quiet' | '--markdown' | '--events';

export interface Story extends TempProject {
  /** Runs commands in this process, each two minutes after the last, and appends their output to the transcript. */
  play(form: StoryForm, ...lines: readonly StoryLine[]): Promise<void>;
  readonly transcript: string;
}

/** Between two commands. The first eight digits of an id, which lists show, count 65.5 seconds. */
const STEP_MS = 120_000;
const DAY_MS = 24 * 60 * 60_000;

/** Every story has a later day than any test before it: ids of UUIDv7 only begin with the time while it moves on. */
let days = 0;

/** Replaces the story's day in its transcript. */
const SHOWN_DAY = '2026-01-05';

/**
 * Opens a project in which commands run in this process, with the real service over SQLite. The clock stands still, and
 * what differs between two runs is masked, so that a transcript is compared as a whole.
 */
export async function openStory(files: Readonly<Record<string, string>>): Promise<Story> {
  const project = await tempProject(files);
  await linkPackages(project.root, ['zod']);
  const env = { HOME: project.root, NO_COLOR: '1' };
  const transcript: string[] = [];
  const start = Math.floor(Date.now() / DAY_MS + (days += 1)) * DAY_MS + DAY_MS / 2;
  const show = (text: string) => mask(text, project.root, start);
  const play = async (form: StoryForm, [Class, words = [], stdin = '']: StoryLine) => {
    vi.setSystemTime(Date.now() + STEP_MS);
    const argv = typeof words === 'string' ? words.split(' ').filter(Boolean) : [...words];
    const options: RunOptions = { cwd: project.root, env, stdin };
    const run =
      form === 'terminal'
        ? await runCommand(Class, argv, { ...options, terminal: { columns: 100, rows: 40 } })
        : await runCommand(Class, form === 'pipe' ? argv : [...argv, form], options);
    transcript.push(
      ...show(`$ ${[Class.name, ...argv].join(' ')}${form === 'pipe' ? '' : `   (${form})`}`),
      ...show(run.stdout),
      ...show(run.stderr).map((line) => `! ${line}`),
      ...(run.exitCode === 0 ? [] : [`[exit ${run.exitCode}]`]),
    );
  };
  const { userInfo } = os;
  os.userInfo = (() => ({ username: 'ana' })) as typeof userInfo; // the one field that we read
  syncBuiltinESMExports();
  vi.useFakeTimers({ toFake: ['Date'], now: start });
  return {
    ...project,
    play: async (form, ...lines) => {
      for (const line of lines) await play(form, line);
    },
    get transcript() {
      return `${transcript.join('\n')}\n`;
    },
    [Symbol.asyncDispose]: async () => {
      vi.useRealTimers();
      os.userInfo = userInfo;
      syncBuiltinESMExports();
      await project[Symbol.asyncDispose]();
    },
  };
}

/**
 * Hides folders, ids, hashes, sizes, durations, and the clock of a bundle's process. Ids and hashes keep their width, so
 * that columns stay where they are.
 */
function mask(text: string, root: string, start: number): string[] {
  const lines = text
    .replaceAll(new Date(start).toISOString().slice(0, 10), SHOWN_DAY)
    .replaceAll(/(?:\.\.\/)+[^\s"]*wf-project-\w+/g, '<root>')
    .replaceAll(/"file:[^"]*"/g, '"file:<package>"')
    .replaceAll(/(#vote=[^."]+\.)[\w-]+/g, '$1<secret>')
    .replaceAll(root, '<root>')
    .replaceAll(dirname(root), '<home>')
    .replaceAll(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, (id) => id.replaceAll(/\w/g, '#'))
    .replaceAll(/(?<![\w.])(?=[a-f]*\d)[0-9a-f]{8,64}\b/g, (hash) => hash.replaceAll(/\w/g, '#'))
    .replaceAll(/[\d.]+ (?:B|KB|MB)\b/g, '<size>')
    .replaceAll(/"((?:gzip_)?size|latency)":( ?)\d[\d.e-]*/g, '"$1":$2<number>')
    .replaceAll(/("call_group": ?")[\w-]+(?=")/g, '$1<group>')
    .replaceAll(/("duration": \{\s*"total":) \d[\d.e-]*/g, '$1 <number>')
    .replaceAll(/"(start|end)": "\d[^"]*"/g, '"$1": "<time>"')
    .replaceAll(/ +[\d.]+ (ms|s)\b/g, ' <time>')
    .split('\n')
    .map((line) => line.trimEnd());
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
}
