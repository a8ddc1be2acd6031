import { expect, test } from 'vitest';
import * as Args from '../../../../../src/cli/kit/define/args.ts';
import * as Flags from '../../../../../src/cli/kit/define/flags.ts';
import { labelOf, RefusedValue, withRefusals } from '../../../../../src/cli/kit/words/with-refusals.ts';

const quiet = Flags.boolean({});
const prepared = withRefusals({
  flags: { kind: Flags.string({ options: ['a', 'b'] }), count: Flags.integer({ max: 9 }), quiet },
  args: { first: Args.string({ description: 'The first.' }) },
});

type Parse = (text: string, context: object, definition: object) => Promise<unknown>;
const parserOf = (definition: unknown) => (definition as { readonly parse: Parse }).parse;

test('switches are left as they are, and arguments never read standard input', () => {
  expect(prepared.flags['quiet']).toEqual(quiet);
  expect(prepared.args['first']).toMatchObject({ ignoreStdin: true, description: 'The first.' });
  expect(prepared.flags['kind']).not.toHaveProperty('options');
});

test.each([
  ['kind', 'c', '--kind', { options: ['a', 'b'] }],
  ['count', '10', '--count', { max: 9 }],
  ['count', 'x', '--count', { max: 9 }],
] as const)('--%s %s is rejected with its definition', async (name, text, label, definition) => {
  const flag = prepared.flags[name];
  const rejected = await parserOf(flag)(text, {}, flag ?? {}).catch((error: unknown) => error);
  expect(rejected).toBeInstanceOf(RefusedValue);
  expect(rejected).toMatchObject({ label, text, definition, message: `${label} cannot be "${text}"` });
});

test('a valid value is parsed', async () => {
  expect(await parserOf(prepared.flags['kind'])('b', {}, {})).toBe('b');
});

test('an argument is named as in help', () => {
  expect(labelOf('first')).toBe('FIRST');
});
