import { Flags } from '@oclif/core';
import { expect, test } from 'vitest';
import { describeDeprecations } from '../../../../../src/cli/kit/arguments/describe-deprecations.ts';

const definitions = {
  old: Flags.string({ char: 'o', deprecated: { to: 'new', version: '0.4.0' } }),
  gone: Flags.boolean({ deprecated: true, default: false }),
  worded: Flags.string({ deprecated: { message: 'Say it with words.' } }),
  output: Flags.string({ aliases: ['out'], deprecateAliases: true }),
  dashed: Flags.string({ deprecated: { to: '--new' } }),
  renamed: Flags.string({ aliases: ['former'], deprecated: { version: '1.0.0' } }),
  fine: Flags.string({ aliases: ['good'] }),
};
const describe = (argv: string[], fields: string[] | null = null) =>
  describeDeprecations(
    { deprecatedFields: { app_name: { to: 'app', version: '0.3.0' } } },
    { command: 'variants list', argv, definitions, fields },
  );

const OLD = '--old is deprecated and will be removed in 0.4.0. Use --new instead.';

test.each([
  [[], []],
  [['--fine', 'x', '--good=y', '--output', 'f'], []],
  [['--old', 'x'], [OLD]],
  [['--old=a=b'], [OLD]],
  [['-ox'], [OLD]],
  [['--', '--old', 'x'], []],
  [['--gone'], ['--gone is deprecated and will be removed in a later version.']],
  [['--no-gone'], ['--gone is deprecated and will be removed in a later version.']],
  [['--dashed=1'], ['--dashed is deprecated and will be removed in a later version. Use --new instead.']],
  [['--former', 'x'], ['--renamed is deprecated and will be removed in 1.0.0.']],
  [['--old', '--', 'x'], [OLD]],
  [['--worded=x'], ['Say it with words.']],
  [['--out', 'f'], ['--out is deprecated and will be removed in a later version. Use --output instead.']],
])('%j is described by %j', (argv, expected) => {
  expect(describe(argv)).toEqual(expected);
});

test('fields that are asked for are described', () => {
  expect(describe([], ['app_name', 'id', 'toString'])).toEqual([
    'The field app_name is deprecated and will be removed in 0.3.0. Use app instead.',
  ]);
});

test('a command is described by its own words and its replacement', () => {
  const used = { command: 'variants list', argv: [], definitions: {}, fields: null };
  const deprecationOptions = { to: 'wf list variants', version: '1.2.0' };
  expect(describeDeprecations({ state: 'deprecated', deprecationOptions }, used)).toEqual([
    'wf variants list is deprecated and will be removed in 1.2.0. Use wf list variants instead.',
  ]);
  expect(describeDeprecations({ state: 'beta' }, used)).toEqual([]);
});
