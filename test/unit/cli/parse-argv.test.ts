import { Args, Flags, Command as OclifCommand } from '@oclif/core';
import { describe, expect, test } from 'vitest';
import { parseArgv } from '../../../src/cli/parse-argv.ts';
import * as ThinArgs from '../../../src/cli/thin-oclif/args.ts';
import * as ThinFlags from '../../../src/cli/thin-oclif/flags.ts';
import { isWfError } from '../../../src/errors/wf-error.ts';

/** The same definitions, made by oclif and by its stand-in. */
function definitions(makeFlags: typeof Flags, makeArgs: typeof Args) {
  return {
    flags: {
      name: makeFlags.string({ char: 'n', aliases: ['called'] }),
      count: makeFlags.integer({ min: 1, max: 9, default: 3 }),
      color: makeFlags.boolean({ allowNo: true, default: true }),
      quiet: makeFlags.boolean({ char: 'q' }),
      loud: makeFlags.boolean({ char: 'l', exclusive: ['quiet'] }),
      set: makeFlags.string({ multiple: true, multipleNonGreedy: true }),
      tags: makeFlags.string({ multiple: true, multipleNonGreedy: true, delimiter: ',' as const }),
      kind: makeFlags.string({ options: ['a', 'b'] }),
      where: makeFlags.string({ env: 'TEST_WHERE' }),
      depth: makeFlags.integer({ dependsOn: ['where'] }),
    },
    args: {
      first: makeArgs.string({ required: true, description: 'The first.', ignoreStdin: true }),
      rest: makeArgs.integer({ multiple: true, ignoreStdin: true }),
    },
  };
}

const BY_OCLIF = definitions(Flags, Args);
// The stand-in promises oclif's shape without oclif's types; these tests hold it to that.
const BY_THIN = definitions(ThinFlags as unknown as typeof Flags, ThinArgs as unknown as typeof Args);

const ACCEPTED: readonly (readonly string[])[] = [
  ['x'],
  ['x', '1', '2', '3'],
  ['x', '-5'],
  ['x', '--name', 'Ann'],
  ['x', '--name=Ann=Lee'],
  ['x', '--name='],
  ['x', '-n', 'Ann'],
  ['x', '-nAnn'],
  ['x', '-n=Ann'],
  ['x', '--called', 'Ann'],
  ['x', '--name', '-5'],
  ['x', '--name', '-'],
  ['x', '--count', '9'],
  ['x', '--no-color'],
  ['x', '--color', '--no-color', '--color'],
  ['x', '-q'],
  ['-qn', 'Ann', 'x'],
  ['--set', 'a=1', 'x', '--set', 'b=2'],
  ['x', '--tags', 'a, b,c', '--tags', 'd'],
  ['x', '--kind', 'b'],
  ['x', '--where', 'here', '--depth', '2'],
  ['--', 'x'],
  ['--name', 'Ann', '--', '--quiet'],
  ['x', '--name', 'two words'],
];

const REFUSED: readonly (readonly [readonly string[], string])[] = [
  [[], 'FIRST is missing: the first.'],
  [['x', 'y'], 'REST takes a whole number, not "y".'],
  [['x', '--nam', 'Ann'], 'There is no flag --nam here. Did you mean --name?'],
  [['x', '-z'], 'There is no flag -z here.'],
  [['x', '--name'], '--name needs a value, as in --name VALUE.'],
  [['x', '--name', '--quiet'], '--name needs a value, as in --name VALUE.'],
  [['x', '--kind'], '--kind needs a value, one of a, b.'],
  [['x', '--kind', 'c'], '--kind cannot be "c". It is one of a, b.'],
  [['x', '--count', 'many'], '--count takes a whole number from 1 to 9, not "many".'],
  [['x', '--count', '10'], '--count takes a whole number from 1 to 9, not "10".'],
  [['x', '--count', '0'], '--count takes a whole number from 1 to 9, not "0".'],
  [['x', '--count', '1e3'], '--count takes a whole number from 1 to 9, not "1e3".'],
  [['x', '--name', 'a', '--name', 'b'], '--name was given 2 times; once is enough.'],
  [['x', '-q', '-l'], '--loud and --quiet exclude each other: give one.'],
  [['x', '--depth', '2'], '--depth only means something together with --where.'],
  [['x', '--no-quiet'], 'There is no flag --no-quiet here.'],
];

class Reference extends OclifCommand {
  static override flags = BY_OCLIF.flags;
  static override args = BY_OCLIF.args;

  async run(): Promise<unknown> {
    const { flags, args } = await this.parse(Reference);
    return { flags, args };
  }
}

function parseByOclif(argv: readonly string[]): Promise<unknown> {
  const config = { bin: 'wf', runHook: async () => ({}), scopedEnvVarKeys: () => [] };
  // oclif's parser needs no more of its configuration than this.
  return new Reference([...argv], config as unknown as OclifCommand['config']).run();
}

describe.each([
  ['definitions of oclif', BY_OCLIF],
  ['definitions of its stand-in', BY_THIN],
])('%s', (_, made) => {
  test.each(ACCEPTED.map((argv) => [argv]))('%j reads as oclif reads it', async (argv) => {
    const { flags, args } = await parseArgv(argv, { ...made, env: {} });
    expect({ flags, args: { ...args } }).toEqual(await parseByOclif(argv));
  });

  test.each(REFUSED)('%j is refused, as oclif refuses it', async (argv, message) => {
    await expect(parseArgv(argv, { ...made, env: {} })).rejects.toThrow(message);
    await expect(parseByOclif(argv)).rejects.toThrow();
  });
});

test('a refusal is a usage error', async () => {
  const error: unknown = await parseArgv(['x', '--nope'], { ...BY_OCLIF, env: {} }).catch((thrown: unknown) => thrown);
  expect(isWfError(error) && [error.code, error.exitCode]).toEqual(['WF_USAGE', 2]);
});

test('a flag left out is read from its environment variable', async () => {
  const env = { TEST_WHERE: 'there' };
  expect((await parseArgv(['x'], { ...BY_OCLIF, env })).flags['where']).toBe('there');
  expect((await parseArgv(['x', '--where', 'here'], { ...BY_OCLIF, env })).flags['where']).toBe('here');
});

test('a missing flag is named with what it is for', async () => {
  const flags = { testset: Flags.string({ required: true, summary: 'The test set.' }) };
  await expect(parseArgv([], { flags, args: {}, env: {} })).rejects.toThrow('--testset is missing: the test set.');
});

test('words nothing takes are named', async () => {
  await expect(parseArgv(['a b'], { flags: {}, args: {}, env: {} })).rejects.toThrow(
    'Nothing here takes "a b". It takes no arguments.',
  );
});

test('exactly one of several flags is needed', async () => {
  const either = { exactlyOne: ['file', 'url'] };
  const flags = { file: Flags.string(either), url: Flags.string(either) };
  const parse = (argv: string[]) => parseArgv(argv, { flags, args: {}, env: {} });
  expect((await parse(['--url', 'u'])).flags).toEqual({ url: 'u' });
  await expect(parse([])).rejects.toThrow('Exactly one of --file, --url is needed; none was given.');
  await expect(parse(['--url', 'u', '--file', 'f'])).rejects.toThrow('--file and --url were given');
});

test('arguments behind a many-worded one are served first', async () => {
  const args = {
    from: Args.string({ multiple: true, required: true }),
    to: Args.string({ required: true }),
  };
  const parse = (argv: string[]) => parseArgv(argv, { flags: {}, args, env: {} });
  expect((await parse(['a', 'b', 'c'])).args).toEqual({ from: ['a', 'b'], to: 'c' });
  await expect(parse(['a'])).rejects.toThrow('is missing');
});
