import { spawn } from 'node:child_process';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bareEnv, WF } from '../helpers/run-wf.ts';
import { tempProject, type TempProject } from '../helpers/temp-project.ts';

/** A guideline, a line of bash, and its end: the status, and what the two streams contain. */
type Row = readonly [guideline: string, line: string, status: number, stdout: RegExp, stderr: RegExp];

const NOTHING = /^$/;
const RED = new RegExp(`^${String.fromCodePoint(0x1b)}\\[31mError`);
const BOLD = new RegExp(`^${String.fromCodePoint(0x1b)}\\[1mNAME .*${String.fromCodePoint(0x1b)}\\[22m\n`);
const JSON_LIST = /^\[\n/;

/** The guidelines of https://clig.dev that only a shell, a stream or a file can show, by their sections. */
const GUIDELINES: readonly Row[] = [
  ['Basics: send output to stdout', 'wf testsets list 2>/dev/null', 0, /cases/, NOTHING],
  ['Basics: send messages to stderr', 'wf testsets show missing 2>/dev/null', 3, NOTHING, NOTHING],
  ['Help: ignore other flags beside -h', 'wf testsets list --json --nonsense -h', 0, /wf testsets list/, NOTHING],
  ['Output: no colour in a pipe', 'wf testsets show missing 2>&1 | cat -v', 0, /^Error:/, NOTHING],
  ['Output: FORCE_COLOR', 'FORCE_COLOR=1 wf testsets show missing', 3, NOTHING, RED],
  ['Output: FORCE_COLOR, a table', 'FORCE_COLOR=1 wf testsets list', 0, BOLD, NOTHING],
  ['Output: NO_COLOR', 'NO_COLOR=1 FORCE_COLOR=1 wf testsets show missing', 3, NOTHING, /^Error/],
  ['Output: stderr is lost, the result is not', 'wf testsets show missing 2>/dev/full', 3, NOTHING, NOTHING],
  ['Output: a closed stderr', 'wf testsets list 2>&-', 0, /cases/, NOTHING],
  ['Output: a full stdout is an error', 'wf testsets list > /dev/full', 1, NOTHING, /no space left/],
  ['Arguments: flags before the command', 'wf --json testsets list', 0, JSON_LIST, NOTHING],
  ['Arguments: flags between its words', 'wf testsets --json list', 0, JSON_LIST, NOTHING],
  ['Arguments: never require a prompt', 'wf testsets show < /dev/null', 2, NOTHING, /TESTSET is missing/],
  ['Arguments: confirm before danger', 'wf testsets delete cases < /dev/null', 2, NOTHING, /--yes/],
  ['Arguments: - for stdin', 'wf testsets check - < cases.csv', 0, /rows/, NOTHING],
  ['Arguments: a pipe as a file', 'wf testsets check <(cat cases.csv)', 0, /rows/, NOTHING],
  ['Arguments: - for stdout', 'wf testsets export cases --format csv -o -', 0, /^text,correct_answer\n/, NOTHING],
  [
    'Arguments: a device as a file',
    'wf testsets export cases -o /dev/null && test -c /dev/null',
    0,
    /Wrote 1 row/,
    NOTHING,
  ],
  ['Arguments: a full device', 'wf testsets export cases -o /dev/full', 1, NOTHING, /the disk is full/],
  [
    'Arguments: a link as a file',
    'wf testsets export cases -o link && test -L link && test -s target',
    0,
    /Wrote/,
    NOTHING,
  ],
  [
    'Arguments: the mode of a file stays',
    'wf testsets export cases -o secret && stat -c %a secret',
    0,
    /\n600\n/,
    NOTHING,
  ],
  ['Robustness: long errors are cut', `wf testsets show "$(printf 'x%.0s' {1..3000})"`, 3, NOTHING, /^.{300,1700}$/s],
  ['Configuration: XDG', 'XDG_CONFIG_HOME=$PWD/xdg wf profiles add p --base-url http://h && ls xdg/wf', 0, /./, /.*/],
  [
    'Configuration: a relative home makes no folder',
    'HOME=home wf apps list >/dev/null; test ! -e home',
    0,
    NOTHING,
    NOTHING,
  ],
];

let project: TempProject;

beforeAll(async () => {
  project = await tempProject({
    'wf.config.json': '{"app": "flow"}',
    'cases.csv': 'text,correct_answer\na,b\n',
    'bad.csv': 'a,b\n1\n',
  });
  await writeFile(project.path('secret'), '');
  await chmod(project.path('secret'), 0o600);
  await writeFile(project.path('target'), '');
  await symlink('target', project.path('link'));
  await mkdir(project.path('xdg'));
  await inBash('wf apps create flow && wf testsets create cases.csv');
});

afterAll(async () => {
  await project[Symbol.asyncDispose]();
});

test.each(GUIDELINES)('%s: %s', async (_, line, status, stdout, stderr) => {
  const run = await inBash(line);
  expect(run).toEqual({
    status,
    stdout: expect.stringMatching(stdout) as string,
    stderr: expect.stringMatching(stderr) as string,
  });
});

async function inBash(line: string) {
  const env = { ...bareEnv(project.root), LC_ALL: 'C.UTF-8', NODE: process.execPath, WF };
  const script = `wf() { "$NODE" "$WF" "$@"; }; ${line}`;
  const child = spawn('bash', ['-c', script], { cwd: project.root, env, stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end();
  const [stdout, stderr, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((done) => {
      child.once('close', done);
    }),
  ]);
  return { status, stdout, stderr };
}
