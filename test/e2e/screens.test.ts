import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { bareEnv, runWf, WF } from '../helpers/run-wf.ts';
import type { TempProject } from '../helpers/temp-project.ts';
import { SCRIPT, type ScriptLine } from './command-script.ts';
import { runOnTerminal } from './run-on-terminal.ts';
import { screenOf } from './screen-of.ts';
import { makeStoryProject } from './story-project.ts';
import { maskUnsteady } from './mask-unsteady.ts';

/** Kinds of output that a command may write to. */
interface Output {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  /** @defaultValue a pipe */
  readonly terminal?: { readonly columns?: number };
}

const TERM = { TERM: 'xterm-256color' };

const OUTPUTS: readonly Output[] = [
  { name: 'pipe', env: {} },
  { name: 'terminal-40', env: TERM, terminal: { columns: 40 } },
  { name: 'terminal-80', env: TERM, terminal: { columns: 80 } },
  { name: 'terminal-200-without-colour', env: { ...TERM, NO_COLOR: '1' }, terminal: { columns: 200 } },
  { name: 'dumb-terminal', env: { TERM: 'dumb' }, terminal: { columns: 80 } },
  { name: 'build-machine', env: { ...TERM, CI: 'true' }, terminal: {} },
];

test.each(OUTPUTS)(
  'every command prints in $name what its transcript records',
  { timeout: 400_000 },
  async (output) => {
    await using home = await makeStoryProject();
    await stopWorkflowClock(home);
    const shown: string[] = [];
    for (const [index, line] of SCRIPT.entries()) {
      const stage = { home, output, now: START + index * 60_000 };
      shown.push(...(await play(line, await fill(line, stage), stage)));
    }
    await expect(`${shown.join('\n')}\n`).toMatchFileSnapshot(`screens/${output.name}.txt`);
  },
);

/** Fixed start time of every run; each command starts a minute later. */
const START = Date.UTC(2026, 0, 5, 12);

interface Stage {
  readonly home: TempProject;
  readonly output: Output;
  readonly now: number;
}

/** A bundle's process allows no preload, so the workflow stops its own clock: each call takes no time. */
async function stopWorkflowClock(home: TempProject): Promise<void> {
  const file = home.path('src/workflow.ts');
  await writeFile(file, `performance.now = () => 1000;\n${await readFile(file, 'utf8')}`);
}

/** Commands that would ask on a terminal; here nobody answers. */
const ASKING: ReadonlySet<string> = new Set(
  (JSON.parse(readFileSync('dist/commands.json', 'utf8')) as { id: string; flags: { name: string }[] }[])
    .filter(({ flags }) => flags.some(({ name }) => name === 'yes'))
    .map(({ id }) => id),
);

/** Values stored by earlier lines, by name. */
const LISTS: Readonly<Record<string, string>> = { evaluation: 'eval list', human: 'human-eval list' };

async function fill({ id, words }: ScriptLine, { home, output, now }: Stage): Promise<string[]> {
  const filled: string[] = [];
  for (const word of words.split(' ').filter(Boolean)) {
    const list = LISTS[word.slice(1)];
    const ids = list === undefined ? '' : (await runWf([...list.split(' '), '--quiet'], envOf(home, {}, now))).stdout;
    filled.push(list === undefined ? word : (ids.split('\n')[0] ?? ''));
  }
  const isAsked = output.terminal !== undefined && ASKING.has(id) && !filled.includes('--yes');
  return [...id.split(' '), ...filled, ...(isAsked ? ['--yes'] : [])];
}

async function play(line: ScriptLine, words: readonly string[], stage: Stage): Promise<string[]> {
  const { output, home } = stage;
  const { shown, exitCode } =
    output.terminal === undefined ? await inPipe(line, words, stage) : await onTerminal(line, words, stage);
  const exit = exitCode === 0 ? [] : [`[exit ${exitCode}]`];
  return [`$ wf ${words.join(' ')}`, ...shorten(maskUnsteady(shown, home.root)), ...exit, ''];
}

async function inPipe(line: ScriptLine, words: readonly string[], { home, output, now }: Stage) {
  const run = await runWf(words, {
    ...envOf(home, output.env, now),
    ...(line.stdin === undefined ? {} : { stdin: 'wf_some.key' }),
    ...(line.isServer === true ? { onStart: (child: ChildProcess) => stopWhenReady(child) } : {}),
  });
  const told = run.stderr
    .split('\n')
    .filter(Boolean)
    .map((text) => `! ${text}`);
  return { shown: [...run.stdout.trimEnd().split('\n'), ...told], exitCode: run.exitCode };
}

async function onTerminal(line: ScriptLine, words: readonly string[], { home, output, now }: Stage) {
  const { columns } = output.terminal ?? {};
  const { env } = envOf(home, output.env, now);
  const { written, exitCode } = await runOnTerminal([process.execPath, WF, ...words], {
    cwd: home.root,
    env: { ...bareEnv(home.root), ...env },
    ...(columns === undefined ? {} : { columns }),
    ...(line.stdin === undefined ? {} : { stdinFile: '/dev/null' }),
    ...(line.isServer === true ? { until: READY } : {}),
  });
  const shown = await screenOf(written, columns ?? 80);
  const stop = line.isServer === true ? shown.findIndex((text) => text.startsWith('^C')) : -1;
  // A server's output after Ctrl-C depends on which of its processes gets the signal first.
  return { shown: stop === -1 ? shown : [...shown.slice(0, stop), '^C'], exitCode };
}

/** Printed by a server once it accepts calls. */
const READY = /https?:\/\//;

function stopWhenReady(child: ChildProcess): void {
  child.stdout?.on('data', (text: unknown) => {
    if (READY.test(String(text))) child.kill('SIGINT');
  });
}

/** Environment of a process with a fixed clock. */
function envOf(home: TempProject, env: Output['env'], now: number) {
  const preload = pathToFileURL(resolve('test/e2e/still-time.js')).href;
  return { cwd: home.root, env: { ...env, NODE_OPTIONS: `--import=${preload}`, WF_TEST_NOW: String(now) } };
}

/** Longer output is reduced to its beginning and its end. */
const HEAD_LINES = 30;
const TAIL_LINES = 4;

function shorten(lines: readonly string[]): string[] {
  const left = lines.length - HEAD_LINES - TAIL_LINES;
  if (left < 2) return [...lines];
  return [...lines.slice(0, HEAD_LINES), `<${left} more lines>`, ...lines.slice(-TAIL_LINES)].map((line) =>
    line.length > 300 ? `${line.slice(0, 300)} <${line.length - 300} more characters>` : line,
  );
}
