import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { documentFormOf, type DocumentForm } from '../../../../../src/cli/kit/output/write-document.ts';
import { writeList } from '../../../../../src/cli/kit/output/write-list.ts';

const MANY = Array.from({ length: 600 }, (_, n) => ({
  id: `record-${n}`,
  name: n % 2 === 0 ? 'a "quoted"\nname' : '…',
  n,
}));

test.each([0, 1, 100, 101, 600])('%i records are written as one document', async (count) => {
  const records = MANY.slice(0, count);
  expect(await write(records, { json: true })).toBe(`${JSON.stringify(records, null, 2)}\n`);
});

test('fields are picked, also those that only some parts have', async () => {
  const records = [...MANY.slice(0, 300), { id: 'last' }];
  const picked = records.map(({ id, ...rest }) => ({ n: 'n' in rest ? rest.n : null, id }));
  expect(await write(records, { json: true }, ['n', 'id'])).toBe(`${JSON.stringify(picked, null, 2)}\n`);
  const late = [...MANY, { id: 'last', late: 1 }];
  expect(JSON.parse(await write(late, { json: true }, ['late']))).toHaveLength(601);
});

test('a field that no record has is refused before anything is written', async () => {
  const stdout = new PassThrough();
  const form = formOf({ json: true }, ['nope']);
  await expect(writeList(Readable.from(MANY), form, stdout)).rejects.toThrow(
    expect.objectContaining({ message: 'The result has no field "nope". Did you mean name?' }),
  );
  stdout.end();
  expect(await text(stdout)).toBe('');
});

test.each([
  ['.[].n', `${MANY.map(({ n }) => n).join('\n')}\n`],
  ['length', '600\n'],
  ['map(.n) | add', `${(599 * 600) / 2}\n`],
  ['.[599].id', 'record-599\n'],
])('the jq filter %s has the output of jq', async (jq, expected) => {
  expect(await write(MANY, { jq })).toBe(expected);
});

test('an empty list is filtered, too', async () => {
  expect(await write([], { jq: '.[].n' })).toBe('');
  expect(await write([], { jq: 'length' })).toBe('0\n');
  await expect(write([], { jq: '.[].n |' })).rejects.toThrow(
    expect.objectContaining({
      message: '--jq ".[].n |" is not a valid jq filter: syntax error, unexpected end of file at column 7.',
    }),
  );
});

test('only ids are written with --quiet', async () => {
  expect(await write(MANY.slice(0, 2), { quiet: true })).toBe('record-0\nrecord-1\n');
});

test('records are written before the last one has come', async () => {
  const stdout = new PassThrough();
  const written: number[] = [];
  async function* slowly() {
    for (const record of MANY) {
      yield record;
      written.push(stdout.readableLength);
    }
  }
  await writeList(slowly(), formOf({ jq: '.[].n' }), stdout);
  expect(written.at(0)).toBe(0);
  expect(written.at(-1)).toBeGreaterThan(0);
});

function formOf(flags: Parameters<typeof documentFormOf>[0], fields: readonly string[] | null = null): DocumentForm {
  const form = documentFormOf(flags, fields);
  if (form === null) throw new Error('These flags ask for a document.');
  return form;
}

async function write(
  records: readonly unknown[],
  flags: Parameters<typeof documentFormOf>[0],
  fields: readonly string[] | null = null,
): Promise<string> {
  const stdout = new PassThrough();
  const read = text(stdout);
  await writeList(Readable.from(records), formOf(flags, fields), stdout);
  stdout.end();
  return await read;
}
