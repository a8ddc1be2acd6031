import { afterEach, describe, expect, test, vi } from 'vitest';
import * as Flags from '../../../../../src/cli/kit/define/flags.ts';
import { parseArguments } from '../../../../../src/cli/kit/arguments/parse-arguments.ts';
import { UserError } from '../../../../../src/foundation/errors/wf-error.ts';

const DEFINITIONS = {
  flags: {
    name: Flags.string({ char: 'n', aliases: ['called'] }),
    count: Flags.integer({ min: 1, max: 9, default: 3 }),
    color: Flags.boolean({ allowNo: true, default: true }),
    quiet: Flags.boolean({ char: 'q' }),
    loud: Flags.boolean({ char: 'l', exclusive: ['quiet'] }),
    set: Flags.string({ multiple: true, multipleNonGreedy: true }),
    kind: Flags.string({ options: ['formal', 'short'] }),
    where: Flags.string({ env: 'TEST_WHERE' }),
    depth: Flags.integer({ dependsOn: ['where'] }),
    secret: Flags.string({ hidden: true }),
    rules: Flags.boolean({ exclusive: ['color', 'kind'], default: false }),
  },
  args: {
    first: Flags.argument({ required: true, description: 'The first.' }),
    rest: Flags.argument({ multiple: true }),
  },
};

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
  ['-qn Ann x', { quiet: true, name: 'Ann' }, { first: 'x' }],
  ['--set a=1 x --set b=2', { set: ['a=1', 'b=2'] }, { first: 'x' }],
  ['x --kind short', { kind: 'short' }, { first: 'x' }],
  ['x --where here --depth 2', { where: 'here', depth: 2 }, { first: 'x' }],
  ['-- x', {}, { first: 'x' }],
  ['--name Ann -- --quiet', { name: 'Ann' }, { first: '--quiet' }],
  ['-- --quiet=false', {}, { first: '--quiet=false' }],
])('%s is parsed', async (line, flags, args) => {
  const read = await parseArguments(line.split(' '), DEFINITIONS);
  const defaults = { count: 3, color: true, rules: false };
  expect({ flags: read.flags, args: { ...read.args } }).toEqual({ flags: { ...defaults, ...flags }, args });
});

const AVAILABLE = '--name, --count, --color, --quiet, --loud, --set, --kind, --where, --depth, --rules';

test.each([
  ['', 'FIRST is missing: the first.'],
  ['x --nam Ann', 'Unknown flag --nam. Did you mean --name?'],
  ['x --nam=--x=1', 'Unknown flag --nam. Did you mean --name?'],
  ['x --secrets', `Unknown flag --secrets. Available: ${AVAILABLE}.`],
  ['x -z', `Unknown flag -z. Available: ${AVAILABLE}.`],
  ['x --no-quiet', `Unknown flag --no-quiet. Available: ${AVAILABLE}.`],
  ['x --constructor', `Unknown flag --constructor. Available: ${AVAILABLE}.`],
  ['x --__proto__=1', `Unknown flag --__proto__. Available: ${AVAILABLE}.`],
  ['x --quiet=false', '--quiet is a switch and takes no value.'],
  ['x --quiet=', '--quiet is a switch and takes no value.'],
  ['x --name', 'Flag --name expects a value.'],
  ['x --name --quiet', 'Flag --name expects a value.'],
  ['x --name a --name b', 'Flag --name can only be specified once.'],
  ['x --kind fromal', '--kind cannot be "fromal". Did you mean formal? It is one of formal, short.'],
  ['x --kind zzzzzz', '--kind cannot be "zzzzzz". It is one of formal, short.'],
  ['x --count many', '--count takes a whole number from 1 to 9, not "many".'],
  ['x --count 10', '--count takes a whole number from 1 to 9, not "10".'],
  ['x --count 0', '--count takes a whole number from 1 to 9, not "0".'],
  ['x --count 1e3', '--count takes a whole number from 1 to 9, not "1e3".'],
  ['x -q -l', '--loud and --quiet exclude each other: use only one.'],
  ['x --rules --kind short', '--rules and --kind exclude each other: use only one.'],
  ['x --depth 2', '--depth also needs --where.'],
])('%j is rejected', async (line, message) => {
  const parsing = parseArguments(line.split(' ').filter(Boolean), DEFINITIONS);
  // oclif adds to its own messages how to see help.
  await expect(parsing).rejects.toMatchObject({
    code: 'WF_USAGE',
    exitCode: 2,
    message: expect.stringContaining(message),
  });
});

afterEach(() => void vi.unstubAllEnvs());

test('an omitted flag is read from its environment variable', async () => {
  vi.stubEnv('TEST_WHERE', 'there');
  expect((await parseArguments(['x'], DEFINITIONS)).flags['where']).toBe('there');
  expect((await parseArguments(['x', '--where', 'here'], DEFINITIONS)).flags['where']).toBe('here');
});

describe('what is wrong with a value, an argument or a missing flag is said', () => {
  const messageOf = async (argv: string[], flags: object, args: object = {}) =>
    await parseArguments(argv, { flags: { ...flags }, args: { ...args } }).then(
      () => null,
      (error: unknown) => (error as Error).message,
    );
  const refusing = (error: unknown) => Flags.string({ parse: () => Promise.reject(error) });

  test.each([
    [{ min: 1 }, '0', '--count takes a whole number of 1 or more, not "0".'],
    [{ max: 9 }, '10', '--count takes a whole number of 9 or less, not "10".'],
    [{}, 'x', '--count takes a whole number, not "x".'],
  ])('a number within %j is not %s', async (limits, typed, message) => {
    expect(await messageOf(['--count', typed], { count: Flags.integer(limits) })).toBe(message);
  });

  test('the reason of a parser is passed on, and an error of ours as it is', async () => {
    const moon = new Error('the moon is full');
    expect(await messageOf(['--when', 'now'], { when: refusing(moon) })).toBe(
      '--when cannot be "now": the moon is full.',
    );
    expect(await messageOf(['--when', 'now'], { when: refusing('text') })).toBe('--when cannot be "now".');
    const ours = new UserError({ code: 'WF_NOT_FOUND', message: 'No file.' });
    await expect(parseArguments(['--when', 'x'], { flags: { when: refusing(ours) }, args: {} })).rejects.toBe(ours);
  });

  test.each([
    ['Name of the app.', '--app is missing: name of the app.'],
    ['URL of the app', '--app is missing: URL of the app.'],
    ['A name.', '--app is missing: a name.'],
    ['Übersicht', '--app is missing: übersicht.'],
    ['', '--app is missing.'],
  ])('a required flag with the summary %j', async (summary, message) => {
    expect(await messageOf([], { app: Flags.string({ required: true, summary }) })).toBe(message);
  });

  test.each([
    [['a b'], {}, 'Unexpected argument "a b". The command takes no arguments.'],
    [
      ['a', 'b', 't"wo'],
      { first: Flags.argument({}) },
      String.raw`Unexpected arguments "b", "t\"wo". The command takes FIRST.`,
    ],
    [[], { file: Flags.argument({ required: true, description: 'NAME of it' }) }, 'FILE is missing: NAME of it.'],
    [
      ['a'],
      { from: Flags.argument({ multiple: true, required: true }), to: Flags.argument({ required: true }) },
      'FROM is missing.',
    ],
  ])('the arguments %j', async (argv, args, message) => {
    expect(await messageOf(argv, {}, args)).toBe(message);
  });
});

test('exactly one of several flags is needed, for which a prompt may ask', async () => {
  const either = { exactlyOne: ['file', 'url', 'text'] };
  const flags = { file: Flags.string(either), url: Flags.string(either), text: Flags.string(either) };
  const parse = (argv: string[]) => parseArguments(argv, { flags, args: {} });
  expect((await parse(['--url', 'u'])).flags).toEqual({ url: 'u' });
  await expect(parse([])).rejects.toMatchObject({
    message: 'One of --file, --url, --text is required.',
    details: { missing: '--file or --url or --text' },
  });
  await expect(parse(['--url', 'u', '--file', 'f'])).rejects.toThrow(
    'Use exactly one of --file, --url, --text, not --file and --url.',
  );
});

test('arguments after one with several words are filled first', async () => {
  const args = { from: Flags.argument({ multiple: true, required: true }), to: Flags.argument({ required: true }) };
  expect((await parseArguments(['a', 'b', 'c'], { flags: {}, args })).args).toEqual({ from: ['a', 'b'], to: 'c' });
});
