import { readdirSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { bareEnv, runWf, WF } from '../helpers/run-wf.ts';
import { runOnTerminal } from '../helpers/run-on-terminal.ts';

const PAGES = readdirSync('docs').flatMap((file) => /^(.*)\.md$/.exec(file)?.[1] ?? []);

test('wf help lists the commands and every page of docs', async () => {
  const { stdout, exitCode } = await runWf(['help']);
  expect(exitCode).toBe(0);
  expect(PAGES.length).toBeGreaterThan(5);
  expect(PAGES.filter((name) => !new RegExp(`^  ${name} `, 'm').test(stdout))).toEqual([]);
  expect(stdout).toContain('variants');
});

test('wf help begins with the everyday path, and has each command once, in a group', async () => {
  const { stdout } = await runWf(['help']);
  const titles = stdout.split('\n').filter((line) => /^[A-Z]{2}/.test(line));
  expect(titles.slice(2, 5)).toEqual(['START AND TRY', 'DEPLOY AND CHANGE', 'EVALUATE']);
  expect(stdout).not.toContain('OTHER COMMANDS');
  const listed =
    stdout
      .split('PAGES')[0]
      ?.match(/^ {2}[a-z-]+/gm)
      ?.map((name) => name.trim()) ?? [];
  expect(listed.length).toBeGreaterThan(30);
  expect(new Set(listed).size).toBe(listed.length);
});

test('the help of a command has its first sentence once', async () => {
  const { stdout } = await runWf(['deploy', '--help']);
  expect(stdout.match(/Build the workflow and put it on the service\./g)).toHaveLength(1);
  expect(stdout).toContain('DESCRIPTION\n  Builds the workflow');
});

test.each(PAGES)('wf help %s prints the page unchanged in a pipe', async (name) => {
  expect(await runWf(['help', name])).toEqual({
    stdout: readFileSync(`docs/${name}.md`, 'utf8'),
    stderr: '',
    exitCode: 0,
  });
});

test('wf help COMMAND prints the same as wf COMMAND --help and -h', async () => {
  const { stdout } = await runWf(['variants', 'list', '--help']);
  expect(stdout).toContain('$ wf variants list');
  for (const words of [
    ['help', 'variants', 'list'],
    ['variants', 'list', '-h'],
    ['variants', 'list', '--json', '-h'],
  ]) {
    expect(await runWf(words)).toEqual({ stdout, stderr: '', exitCode: 0 });
  }
});

test('an unknown topic gets suggestions', async () => {
  expect(await runWf(['help', 'evalutions'])).toEqual({
    stdout: '',
    stderr: 'Error: There is no help for "evalutions". Did you mean wf help evaluations?\n  Try: wf help\n',
    exitCode: 2,
  });
  expect(await runWf(['help', 'zzz'])).toMatchObject({ stdout: '', exitCode: 2 });
});

test('on a terminal a page fits the window', async () => {
  const env = bareEnv('/');
  const { written } = await runOnTerminal([process.execPath, WF, 'help', 'terminal'], { cwd: '/', env, columns: 60 });
  const lines = stripVTControlCharacters(written).split(/\r?\n/);
  expect(lines[0]).toBe('At the terminal');
  expect(lines.filter((line) => line.length > 60)).toEqual([]);
});
