import { afterEach, expect, test } from 'vitest';
import type { CommandClass, CommandTable, Program } from '../../../../src/cli/start/program.ts';
import { runMain } from '../../../../src/cli/start/run-main.ts';
import { fakeIo, type FakeIoOptions } from '../../../helpers/run-command.ts';

/** A module with a command that takes these arguments. */
function commandWith(...names: readonly string[]): CommandTable[string] {
  const args = Object.fromEntries(names.map((name) => [name, {}]));
  // Only the arguments are read: the test's runner runs no command.
  return async () => ({ default: { args } as unknown as CommandClass });
}

/** Runs a command line in a program of four commands, of which only `variants show` takes an argument. */
async function run(argv: readonly string[], options: FakeIoOptions = {}) {
  const ran: unknown[] = [];
  const program: Program = {
    version: '1.2.3',
    ids: ['init', 'variants list', 'variants show', 'env vars list'],
    readHelp: (id) => `Help of ${id === '' ? 'wf' : id}\n`,
    pages: ['deploying', 'testing', 'resting'].map((name) => ({ name, title: name })),
    readPage: (name) => `# The page ${name}\n\nSome \`code\`.\n`,
    loadRunner: async (found) => ({
      commands: { init: commandWith(), 'variants list': commandWith(), 'variants show': commandWith('variant') },
      runFound: async (_found, words) => void ran.push([found.kind, ...words]),
      cacheCode: () => ran.push('cached'),
    }),
  };
  const io = fakeIo(options);
  await runMain(argv, program, io);
  return { stdout: io.stdout.text, stderr: io.stderr.text, ran };
}

afterEach(() => {
  process.exitCode = undefined;
});

test.each(['version', '--version', '-V'])('%s prints the version of the program and of Node', async (word) => {
  const stdout = `wf/1.2.3 ${process.platform}-${process.arch} node-${process.version}\n`;
  expect(await run([word])).toEqual({ stdout, stderr: '', ran: [] });
});

test.each([
  ['', 'wf'],
  ['help', 'wf'],
  ['--help', 'wf'],
  ['variants', 'variants'],
  ['variants --help', 'variants'],
  ['help variants', 'variants'],
  ['variants help', 'variants'],
  ['env vars help', 'env vars'],
  ['variants list --help', 'variants list'],
  ['help variants list', 'variants list'],
  ['init help', 'init'],
  ['variants list help', 'variants list'],
])('"wf %s" prints the help of %s', async (line, id) => {
  const argv = line.split(' ').filter(Boolean);
  expect(await run(argv)).toEqual({ stdout: `Help of ${id}\n`, stderr: '', ran: [] });
});

test.each([
  ['command', 'variants list'],
  ['command', 'variants list --app a'],
  // A record may be called "help".
  ['command', 'variants show help'],
  ['command', 'init help me'],
  ['topic', 'variants --json'],
  ['nothing', '--yes x --help'],
  ['nothing', 'variant --help'],
  ['nothing', '--json'],
])('a %s runs, and then caches its code: wf %s', async (kind, line) => {
  const argv = line.split(' ');
  expect(await run(argv)).toEqual({ stdout: '', stderr: '', ran: [[kind, ...argv], 'cached'] });
});

test('a page goes to a pipe as it is, and is laid out for a terminal', async () => {
  expect((await run(['help', 'deploying'])).stdout).toBe('# The page deploying\n\nSome `code`.\n');
  const terminal = { terminal: { columns: 60, rows: 20 }, env: { NO_COLOR: '1' } };
  expect((await run(['help', 'deploying'], terminal)).stdout).toBe('The page deploying\n\nSome code.\n');
});

test.each([
  ['deployin', ' Did you mean wf help deploying?'],
  ['nesting', ' Did you mean wf help testing or wf help resting?'],
  ['variant', ' Did you mean wf help variants?'],
  ['variants lst', ' Did you mean wf help variants list?'],
  ['qqqqqqqq', ''],
])('there is no help for %s', async (name, hint) => {
  const { stdout, stderr } = await run(['help', ...name.split(' ')]);
  expect([stdout, stderr]).toEqual(['', `Error: There is no help for "${name}".${hint}\n  Try: wf help\n`]);
  expect(process.exitCode).toBe(2);
});
