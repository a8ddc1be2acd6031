import { expect, test } from 'vitest';
import type { CommandClass, CommandTable, Program } from '../../../../src/cli/start/program.ts';
import { runMain } from '../../../../src/cli/start/run-main.ts';
import { fakeIo } from '../../../helpers/run-command.ts';

const IDS = ['init', 'variants list', 'variants show', 'env vars list'];

/** A module with a command that takes these arguments. */
function commandWith(...names: readonly string[]): CommandTable[string] {
  const args = Object.fromEntries(names.map((name) => [name, {}]));
  // Only the arguments are read: the test's runner runs no command.
  return async () => ({ default: { args } as unknown as CommandClass });
}

/** Runs a command line in a program of three commands, of which only `variants show` takes an argument. */
async function run(...argv: string[]) {
  const ran: unknown[] = [];
  const program: Program = {
    version: '1.2.3',
    ids: IDS,
    readHelp: (id) => `Help of ${id === '' ? 'wf' : id}: $ wf ${id} [FLAGS]\n`,
    pages: [{ name: 'guide', title: 'Guide' }],
    readPage: (name) => `Page ${name}\n`,
    loadRunner: async (found) => ({
      commands: { init: commandWith(), 'variants list': commandWith(), 'variants show': commandWith('variant') },
      runFound: async (_found, words) => void ran.push([found.kind, ...words]),
      cacheCode: () => ran.push('cached'),
    }),
  };
  const io = fakeIo();
  await runMain(argv, program, io);
  return { text: io.stdout.text, ran };
}

const helpOf = (id: string) => ({ text: expect.stringMatching(`^Help of ${id}:`), ran: [] });

test.each([['version'], ['--version']])('%s prints the version of the program and of Node', async (word) => {
  expect(await run(word)).toEqual({
    text: `wf/1.2.3 ${process.platform}-${process.arch} node-${process.version}\n`,
    ran: [],
  });
});

test.each<[string, string[]]>([
  ['wf', []],
  ['wf', ['help']],
  ['wf', ['--help']],
  ['variants', ['variants']],
  ['variants', ['variants', '--help']],
  ['variants', ['help', 'variants']],
  ['variants', ['variants', 'help']],
  ['env vars', ['env', 'vars', 'help']],
  ['variants list', ['variants', 'list', '--help']],
  ['variants list', ['help', 'variants', 'list']],
  ['init', ['init', 'help']],
  ['variants list', ['variants', 'list', 'help']],
])('the help of %s is printed for %j', async (id, argv) => {
  expect(await run(...argv)).toEqual(helpOf(id));
});

test.each<[string, string[]]>([
  ['command', ['variants', 'list']],
  ['command', ['variants', 'list', '--app', 'a']],
  // A record may be called "help".
  ['command', ['variants', 'show', 'help']],
  ['command', ['init', 'help', 'me']],
  ['command', ['init', 'he', 'lp']],
  ['topic', ['variants', '--json']],
  ['nothing', ['--yes', 'x', '--help']],
  ['nothing', ['variant', '--help']],
  ['nothing', ['--json']],
])('a %s runs, and then caches its code: %j', async (kind, argv) => {
  expect(await run(...argv)).toEqual({ text: '', ran: [[kind, ...argv], 'cached'] });
});

test('help about a page prints it', async () => {
  expect(await run('help', 'guide')).toMatchObject({ text: 'Page guide\n', ran: [] });
});
