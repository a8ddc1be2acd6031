import { boolean, string } from '@oclif/core/flags';
import { expect, test } from 'vitest';
import { explainRelations } from '../../../../../src/cli/kit/words/explain-relations.ts';

const PAIR = ['file', 'url'];
const FLAGS = {
  app: string({ required: true, summary: 'Name of the app.', description: 'Longer.' }),
  key: string({ required: true, description: 'Key of the service' }),
  quiet: boolean({ exclusive: ['quiet', 'loud'] }),
  loud: boolean(),
  depth: string({ dependsOn: ['file', 'where'] }),
  where: string(),
};
const GIVEN = { app: 'a', key: 'k' };

test.each([
  [GIVEN, null],
  [{}, '--app is missing: name of the app.'],
  [{ app: 'a' }, '--key is missing: key of the service.'],
  [{ ...GIVEN, quiet: true }, null],
  [{ ...GIVEN, quiet: true, loud: true }, '--quiet and --loud exclude each other: use only one.'],
  [{ ...GIVEN, depth: '1' }, '--depth also needs --file.'],
  [{ ...GIVEN, depth: '1', file: 'f' }, '--depth also needs --where.'],
  [{ ...GIVEN, depth: '1', file: 'f', where: 'w' }, null],
])('the flags %j: %j', (flags, message) => {
  const error = explainRelations({ input: { flags: FLAGS, args: {} }, output: { flags } });
  expect(error?.message ?? null).toBe(message);
});

test.each([
  [{}, 'One of --file, --url, --text is required.'],
  [{ file: 'f' }, null],
  [{ file: 'f', text: 't' }, 'Use exactly one of --file, --url, --text, not --file and --text.'],
])('exactly one of several flags: %j', (flags, message) => {
  const input = { flags: { file: string({ exactlyOne: [...PAIR, 'text'] }) }, args: {} };
  expect(explainRelations({ input, output: { flags } })?.message ?? null).toBe(message);
});

test('the missing choice says what a prompt may ask for', () => {
  const input = { flags: { file: string({ exactlyOne: PAIR }) }, args: {} };
  expect(explainRelations({ input, output: { flags: {} } })).toMatchObject({
    code: 'WF_USAGE',
    details: { missing: '--file or --url' },
  });
});

test.each([undefined, {}, { input: { flags: FLAGS, args: {} } }])(
  'without a result of the parser there is no reason',
  (parse) => {
    expect(explainRelations(parse)).toBeNull();
  },
);
