import { afterEach, expect, test, vi } from 'vitest';
import * as Args from '../../../../../src/cli/kit/define/args.ts';
import * as Flags from '../../../../../src/cli/kit/define/flags.ts';
import { parseWords } from '../../../../../src/cli/kit/words/parse-words.ts';
import { isWfError } from '../../../../../src/errors/wf-error.ts';

const DEFINITIONS = {
  flags: {
    name: Flags.string({ char: 'n', aliases: ['called'] }),
    count: Flags.integer({ min: 1, max: 9, default: 3 }),
    color: Flags.boolean({ allowNo: true, default: true }),
    quiet: Flags.boolean({ char: 'q' }),
    loud: Flags.boolean({ char: 'l', exclusive: ['quiet'] }),
    set: Flags.string({ multiple: true, multipleNonGreedy: true }),
    kind: Flags.string({ options: ['a', 'b'] }),
    where: Flags.string({ env: 'TEST_WHERE' }),
    depth: Flags.integer({ dependsOn: ['where'] }),
  },
  args: {
    first: Args.string({ required: true, description: 'The first.' }),
    rest: Args.string({ multiple: true }),
  },
};

const DEFAULTS = { count: 3, color: true };

test.each<[string, object, object]>([
  ['x', {}, { first: 'x' }],
  ['x 1 2 3', {}, { first: 'x', rest: ['1', '2', '3'] }],
  ['x -5', {}, { first: 'x', rest: ['-5'] }],
  ['x --name Ann', { name: 'Ann' }, { first: 'x' }],
  ['x --name=Ann=Lee', { name: 'Ann=Lee' }, { first: 'x' }],
  ['x --name=', { name: '' }, { first: 'x' }],
  ['x -n Ann', { name: 'Ann' }, { first: 'x' }],
  ['x -nAnn', { name: 'Ann' }, { first: 'x' }],
  ['x -n=Ann', { name: 'Ann' }, { first: 'x' }],
  ['x --called Ann', { name: 'Ann' }, { first: 'x' }],
  ['x --name -5', { name: '-5' }, { first: 'x' }],
  ['x --name -', { name: '-' }, { first: 'x' }],
  ['x --count 9', { count: 9 }, { first: 'x' }],
  ['x --no-color', { color: false }, { first: 'x' }],
  ['x --color --no-color --color', { color: true }, { first: 'x' }],
  ['x -q', { quiet: true }, { first: 'x' }],
  ['-qn Ann x', { quiet: true, name: 'Ann' }, { first: 'x' }],
  ['--set a=1 x --set b=2', { set: ['a=1', 'b=2'] }, { first: 'x' }],
  ['x --kind b', { kind: 'b' }, { first: 'x' }],
  ['x --where here --depth 2', { where: 'here', depth: 2 }, { first: 'x' }],
  ['-- x', {}, { first: 'x' }],
  ['--name Ann -- --quiet', { name: 'Ann' }, { first: '--quiet' }],
])('%s is parsed', async (line, flags, args) => {
  const read = await parseWords(line.split(' '), DEFINITIONS);
  expect({ flags: read.flags, args: { ...read.args } }).toEqual({ flags: { ...DEFAULTS, ...flags }, args });
});

test.each<[string, string]>([
  ['', 'FIRST is missing: the first.'],
  ['x --nam Ann', 'Unknown flag --nam. Did you mean --name?'],
  ['x --nam=Ann', 'Unknown flag --nam. Did you mean --name?'],
  ['x -z', 'Unknown flag -z.'],
  ['x --name', 'Flag --name expects a value.'],
  ['x --name --quiet', 'Flag --name expects a value.'],
  ['x --kind c', '--kind cannot be "c". It is one of a, b.'],
  ['x --count many', '--count takes a whole number from 1 to 9, not "many".'],
  ['x --count 10', '--count takes a whole number from 1 to 9, not "10".'],
  ['x --count 0', '--count takes a whole number from 1 to 9, not "0".'],
  ['x --count 1e3', '--count takes a whole number from 1 to 9, not "1e3".'],
  ['x --name a --name b', 'Flag --name can only be specified once.'],
  ['x -q -l', '--loud and --quiet exclude each other: use only one.'],
  ['x --depth 2', '--depth also needs --where.'],
  ['x --no-quiet', 'Unknown flag --no-quiet.'],
  ['x --quiet=false', '--quiet is a switch and takes no value.'],
  ['x --constructor', 'Unknown flag --constructor.'],
  ['x --__proto__=1', 'Unknown flag --__proto__.'],
])('%j is rejected', async (line, message) => {
  const refusal = await parseWords(line.split(' ').filter(Boolean), DEFINITIONS).catch((error: unknown) => error);
  expect(isWfError(refusal) && [refusal.code, refusal.exitCode]).toEqual(['WF_USAGE', 2]);
  expect((refusal as Error).message).toContain(message);
});

afterEach(() => void vi.unstubAllEnvs());

test('an omitted flag is read from its environment variable', async () => {
  vi.stubEnv('TEST_WHERE', 'there');
  expect((await parseWords(['x'], DEFINITIONS)).flags['where']).toBe('there');
  expect((await parseWords(['x', '--where', 'here'], DEFINITIONS)).flags['where']).toBe('here');
});

test('a missing flag is reported with its description', async () => {
  const flags = { testset: Flags.string({ required: true, summary: 'The test set.' }) };
  await expect(parseWords([], { flags, args: {} })).rejects.toThrow(
    expect.objectContaining({ message: '--testset is missing: the test set.' }),
  );
});

test('unexpected arguments are reported', async () => {
  await expect(parseWords(['a b'], { flags: {}, args: {} })).rejects.toThrow(
    'Unexpected argument "a b". The command takes no arguments.',
  );
});

test('a value that its parser rejects is reported with the reason', async () => {
  const refuse = Flags.string({
    parse: async () => {
      throw new Error('the moon is full');
    },
  });
  await expect(parseWords(['--when', 'now'], { flags: { when: refuse }, args: {} })).rejects.toThrow(
    '--when cannot be "now": the moon is full.',
  );
});

test('exactly one of several flags is needed', async () => {
  const either = { exactlyOne: ['file', 'url'] };
  const flags = { file: Flags.string(either), url: Flags.string(either) };
  const parse = (argv: string[]) => parseWords(argv, { flags, args: {} });
  expect((await parse(['--url', 'u'])).flags).toEqual({ url: 'u' });
  await expect(parse([])).rejects.toThrow(expect.objectContaining({ message: 'One of --file, --url is required.' }));
  await expect(parse(['--url', 'u', '--file', 'f'])).rejects.toThrow(
    'Use exactly one of --file, --url, not --file and --url.',
  );
});

test('arguments after one with several words are filled first', async () => {
  const args = {
    from: Args.string({ multiple: true, required: true }),
    to: Args.string({ required: true }),
  };
  const parse = (argv: string[]) => parseWords(argv, { flags: {}, args });
  expect((await parse(['a', 'b', 'c'])).args).toEqual({ from: ['a', 'b'], to: 'c' });
  await expect(parse(['a'])).rejects.toThrow(expect.objectContaining({ message: 'FROM is missing.' }));
});
