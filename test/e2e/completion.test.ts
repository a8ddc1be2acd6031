import { readFileSync } from 'node:fs';
import { chmod, readdir, utimes } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Language, Parser } from 'web-tree-sitter';
import { readCommands } from '../../bin/write-reference.ts';
import { describeMissing, findMissing } from '../helpers/needed-programs.ts';
import { openTerminal } from '../helpers/open-terminal.ts';
import { serveRecords } from '../helpers/serve-records.ts';
import { closedPort } from '../helpers/start-http-server.ts';
import { SUPPORT } from '../helpers/support-records.ts';
import { bareEnv, runWf, WF } from '../helpers/run-wf.ts';
import { tempProject, type TempProject } from '../helpers/temp-project.ts';

const require = createRequire(import.meta.url);
const commands = await readCommands();

test('help, reference and manual page list every flag of every command', () => {
  const reference = readFileSync('dist/reference.md', 'utf8').split(/^## wf /m);
  const manual = readFileSync('dist/wf.1', 'utf8');
  const missing = commands.flatMap(({ id, flags }) => {
    const help = readFileSync(`dist/help/${id.replaceAll(' ', '-')}.txt`, 'utf8');
    const section = reference.find((text) => text.startsWith(`${id}\n`)) ?? '';
    return flags.flatMap(({ name, isGlobal }) => [
      ...([`--${name}`, `--[no-]${name}`].some((flag) => help.includes(flag)) ? [] : [`help of ${id}: ${name}`]),
      ...((isGlobal ? (reference[0] ?? '') : section).includes(`--${name}`) ? [] : [`reference of ${id}: ${name}`]),
      ...(manual.includes(`\\-\\-${name.replaceAll('-', '\\-')}`) ? [] : [`manual page: ${name}`]),
    ]);
  });
  expect(missing).toEqual([]);
});

/** Keys typed in a shell, including Tab, and the resulting line. */
const TYPED: readonly (readonly [typed: string, line: string])[] = [
  ['wf va\tli\t', 'wf variants list'],
  ['wf variants list --ap\t', 'wf variants list --app'],
  ['wf variants list --app=s\t', 'wf variants list --app=support'],
  ['wf eval run --evaluators=exact_match,le\t', 'wf eval run --evaluators=exact_match,levenshtein_distance'],
  ['echo a; wf apps delete s\t', 'echo a; wf apps delete support'],
  ['wf testsets show tw\t', 'wf testsets show two\\ words'],
  ["wf testsets show 'tw\t", "wf testsets show 'two words'"],
  ['wf testsets show two\\ w\t', 'wf testsets show two\\ words'],
  ['wf testsets show co:\t', 'wf testsets show co:lon'],
  ['wf testsets show st\t', 'wf testsets show st\\*r'],
  ['wf testsets show "a\t', 'wf testsets show "a\\"b"'],
  ['wf testsets create cas\t', 'wf testsets create cases.csv'],
];

/** How to start a shell without settings and load wf's completion. */
const SHELLS = [
  { shell: 'bash', args: ['--norc', '--noprofile', '-i'], prepare: "PS1='> '; source <(wf autocomplete bash)" },
  { shell: 'zsh', args: ['-f', '-i'], prepare: "PS1='> '; source <(wf autocomplete zsh)" },
  {
    shell: 'fish',
    args: ['--no-config', '-i'],
    prepare:
      "function fish_prompt; printf '> '; end; set -g fish_autosuggestion_enabled 0; wf autocomplete fish | source",
  },
];

const CLEAR_LINE = '\u0015';

/** A folder with `wf` on the PATH, an app, and test sets with special characters of shells in their names. */
let home: TempProject;

beforeAll(async () => {
  home = await tempProject({
    'bin/wf': `#!/bin/sh\nexec "${process.execPath}" "${WF}" "$@"\n`,
    'cases.csv': 'text,correct_answer\na,b\n',
  });
  await chmod(home.path('bin/wf'), 0o755);
  await runWf(['apps', 'create', 'support'], { cwd: home.root });
  for (const name of ['two words', 'co:lon', 'st*r', 'a"b']) {
    await runWf(['testsets', 'create', 'cases.csv', '--name', name], { cwd: home.root });
  }
});

afterAll(async () => await home[Symbol.asyncDispose]());

test.each(SHELLS)(
  '$shell completes commands, flags, files and names with any characters and quotes',
  async ({ shell, args, prepare }) => {
    expect(describeMissing(findMissing().filter(({ name }) => name === shell))).toBe('');
    const env = { PATH: `${home.path('bin')}:${bareEnv(home.root)['PATH']}`, HISTFILE: '' };
    await using terminal = openTerminal(args, { program: shell, cwd: home.root, env, columns: 120 });
    terminal.press(`${prepare}; clear; echo is ready\r`);
    await terminal.until((lines) => lines[0] === 'is ready' && lines.at(-1) === '>', 'the prompt');
    for (const [typed, line] of TYPED) {
      terminal.press(typed);
      await terminal.until((lines) => lines.includes(`> ${line}`), line);
      terminal.press(CLEAR_LINE);
      await terminal.until((lines) => lines.at(-1) === '>', 'an empty line');
    }
  },
);

test("the script for PowerShell, which no Linux distribution brings, is one by PowerShell's grammar", async () => {
  await Parser.init();
  const wasm = require.resolve('tree-sitter-powershell/tree-sitter-powershell.wasm');
  const parser = new Parser().setLanguage(await Language.load(wasm));
  const hasError = (text: string) => parser.parse(text)?.rootNode.hasError;
  const { stdout } = await runWf(['autocomplete', 'powershell']);
  expect(hasError(stdout)).toBe(false);
  expect(hasError(stdout.replace('}', ''))).toBe(true);
});

test('names are requested once, then cached for a minute', async () => {
  const ask = async () =>
    (await runWf(['autocomplete', 'fish', '--', 'apps', 'delete', ''], { cwd: home.root })).stdout;
  const cache = home.path('wf/cache');
  const setAge = async (ms: number) => {
    const then = new Date(Date.now() - ms);
    for (const file of await readdir(cache)) await utimes(join(cache, file), then, then);
  };
  expect(await ask()).toContain('support\tapp');
  await runWf(['apps', 'create', 'later'], { cwd: home.root });
  // However long the lines above took.
  await setAge(-3_600_000);
  expect(await ask()).not.toContain('later');
  await setAge(61_000);
  expect(await ask()).toContain('later');
});

test('names are cached by the app, service and profile on the same line', async () => {
  await using server = await serveRecords(SUPPORT);
  await runWf(['apps', 'create', 'shop'], { cwd: home.root });
  await runWf(['evaluators', 'create', 'mine', '--evaluator', 'exact_match', '--app', 'shop'], { cwd: home.root });
  const offered = async (...words: readonly string[]) => {
    const { stdout, stderr } = await runWf(['autocomplete', 'bash', '--', ...words], { cwd: home.root });
    return [stdout.split('\n').slice(0, -1), stderr];
  };
  const names = ['evaluators', 'delete'];
  expect(await offered(...names, '--app', 'shop', '')).toEqual([['mine'], '']);
  expect(await offered(...names, '--app=support', '')).toEqual([[], '']);
  const variants = ['default', 'formal', 'brief'];
  expect(await offered('variants', 'show', '--base-url', server.url, '')).toEqual([variants, '']);
  await runWf(['profiles', 'add', 'work', '--base-url', server.url], { cwd: home.root });
  expect(await offered('variants', 'show', '--profile', 'work', '')).toEqual([variants, '']);
  expect(await offered('variants', 'show', '--profile', 'gone', '')).toEqual([[], '']);
});

test('a failed lookup offers nothing and prints nothing', async () => {
  const words = ['autocomplete', 'bash', '--', 'variants', 'show', ''];
  const WF_BASE_URL = `http://127.0.0.1:${await closedPort()}`;
  expect(await runWf(words, { cwd: home.root, env: { WF_BASE_URL } })).toEqual({
    stdout: '',
    stderr: '',
    exitCode: 0,
  });
});
