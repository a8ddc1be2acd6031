import { expect, test } from 'vitest';
import {
  type LookUpOptions,
  lookUpRecord,
  mayBeIdPrefix,
  type Only,
} from '../../../../src/use-cases/records/look-up-record.ts';

interface Row {
  readonly id: string;
  readonly name: string;
}

const ROWS: readonly Row[] = [
  { id: 'abcd-1', name: 'one' },
  { id: 'abcd-2', name: 'two' },
  { id: 'ffff-3', name: 'beef' },
];

/** Looks up a record of a service that filters as asked, and notes what is asked. */
function lookUp(typed: string, more: Partial<LookUpOptions<Row>> = {}, rows = ROWS) {
  const asked: Only[] = [];
  const found = lookUpRecord<Row>({
    kind: 'thing',
    typed,
    ask: async (only) => {
      asked.push(only);
      const { name, id_prefix = '', limit } = only;
      return rows
        .filter((row) => (name === undefined || row.name === name) && row.id.startsWith(id_prefix))
        .slice(0, limit);
    },
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    nextSteps: ['wf things list'],
    firstSteps: ['wf things create'],
    ...more,
  });
  return { found, asked };
}

test('a name is found with one request', async () => {
  const { found, asked } = lookUp('two');
  expect([await found, asked]).toEqual([ROWS[1], [{ name: 'two', limit: 6 }]]);
});

test('the beginning of an id is looked up as a name first', async () => {
  const { found, asked } = lookUp('ffff');
  expect(await found).toEqual(ROWS[2]);
  expect(asked).toEqual([
    { name: 'ffff', limit: 6 },
    { id_prefix: 'ffff', limit: 6 },
  ]);
});

test('records without a name are looked up by id only', async () => {
  const { found, asked } = lookUp('abcd-2', { nameOf: undefined as never });
  expect([await found, asked]).toEqual([ROWS[1], [{ id_prefix: 'abcd-2', limit: 6 }]]);
});

test('an unknown name is compared with all', async () => {
  const { found, asked } = lookUp('twoo');
  await expect(found).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No thing is called "twoo". Did you mean two?',
    nextSteps: ['wf things list'],
  });
  expect(asked).toEqual([{ name: 'twoo', limit: 6 }, {}]);
});

test('without any record, the first steps are named', async () => {
  await expect(lookUp('two', {}, []).found).rejects.toMatchObject({
    message: 'No thing is called "two". There is no thing yet.',
    nextSteps: ['wf things create'],
  });
});

test('a beginning of several ids is ambiguous', async () => {
  await expect(lookUp('abcd').found).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: '"abcd" matches 2 things: one (abcd-1), two (abcd-2). Use a full id.',
  });
});

test.each([
  ['abc', false],
  ['abcd', true],
  ['0-9a', true],
  ['abcg', false],
  ['ABCD', false],
  ['a'.repeat(36), true],
  ['a'.repeat(37), false],
])('%s may be the beginning of an id: %j', (text, may) => {
  expect(mayBeIdPrefix(text)).toBe(may);
});
