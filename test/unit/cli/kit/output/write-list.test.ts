import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { SharedFlags } from '../../../../../src/cli/kit/define/flags.ts';
import { createItemWriter } from '../../../../../src/cli/kit/output/write-parts.ts';
import { documentFormOf, writeDocument, type DocumentForm } from '../../../../../src/cli/kit/output/write-document.ts';
import { writeList } from '../../../../../src/cli/kit/output/write-list.ts';
import { fakeIo } from '../../../../helpers/run-command.ts';

const APPS = [
  { app_id: 'a-1', app_name: 'support' },
  { app_id: 'a-2', app_name: 'sales "ä"' },
];

const write = async (document: unknown, flags: SharedFlags, fields: readonly string[] | null = null) =>
  await writeDocument(document, formOf(flags, fields), 2);

test.each([
  [{ jq: '.[].app_name' }, null, 'support\nsales "ä"\n'],
  [{ jq: 'map({id: .app_id})' }, null, '[{"id":"a-1"},{"id":"a-2"}]\n'],
  [{ jq: 'length, (.[0] | keys | length), "x"' }, null, '2\n2\nx\n'],
  [{ jq: 'empty' }, null, ''],
  [{ jq: '.[0] | keys | join(",")' }, ['app_name'], 'app_name\n'],
  [{ quiet: true }, null, 'a-1\na-2\n'],
  [
    { json: true },
    ['app_name'],
    '[\n  {\n    "app_name": "support"\n  },\n  {\n    "app_name": "sales \\"ä\\""\n  }\n]\n',
  ],
])('with %j and the fields %j, a document is %j', async (flags, fields, expected) => {
  expect(await write(APPS, flags, fields)).toBe(expected);
});

const ID_FIELDS = [
  'id',
  '_id',
  'variant_id',
  'evaluation_id',
  'testset_id',
  'key',
  'name',
  'app_id',
  'path',
  'sha256',
  'url',
];

test.each(ID_FIELDS.map((field, index) => [field, ID_FIELDS.slice(index)] as const))(
  'with --quiet, %s comes before all that are less specific',
  async (field, fields) => {
    const record = Object.fromEntries(fields.toReversed().map((name) => [name, `the ${name}`]));
    expect(await write(record, { quiet: true })).toBe(`the ${field}\n`);
  },
);

test.each([
  [{ id: '', name: 'a' }, 'a\n'],
  [{ id: 3, name: 'a' }, 'a\n'],
  [{ id: null, other: 'b' }, ''],
  [[{ id: 'a' }, {}, [{ name: 'b' }]], 'a\nb\n'],
  ['text', ''],
  [null, ''],
])('with --quiet, %j has the ids %j', async (document, ids) => {
  expect(await write(document, { quiet: true })).toBe(ids);
});

const MANY = Array.from({ length: 250 }, (_, n) => ({
  id: `record-${n}`,
  name: n % 2 === 0 ? 'a "quoted"\nname' : '…',
  n: n % 7 === 0 ? null : n,
  tags: n % 3 === 0 ? ['x', 'y'] : [],
  of: { name: `one ${n}` },
}));

test.each([0, 1, 100, 101, 250])('%i records are written as one document', async (count) => {
  const records = MANY.slice(0, count);
  expect(await writeAll(records, { json: true })).toBe(`${JSON.stringify(records, null, 2)}\n`);
});

test('fields are picked, also those that only some parts have', async () => {
  const records = [...MANY, { id: 'last', late: 1 }];
  const picked = records.map((record) => ({ n: 'n' in record ? record.n : null, id: record.id }));
  expect(await writeAll(records, { json: true }, ['n', 'id'])).toBe(`${JSON.stringify(picked, null, 2)}\n`);
  expect(JSON.parse(await writeAll(records, { json: true }, ['late']))).toHaveLength(251);
});

test('a field that no record has is refused before anything is written', async () => {
  const stdout = new PassThrough();
  await expect(writeList(Readable.from(MANY), formOf({ json: true }, ['nope']), stdout)).rejects.toMatchObject({
    message: 'The result has no field "nope". Did you mean name?',
  });
  expect(stdout.readableLength).toBe(0);
});

type Many = (typeof MANY)[number];
const IDS = MANY.map(({ id }) => id);

test.each<[string, readonly unknown[]]>([
  // Each record for itself, so parts suffice.
  ['.[]', MANY],
  ['.[]|.id', IDS],
  ['.[].of["name"]', MANY.map(({ of }) => of.name)],
  ['.[].tags[]', MANY.flatMap(({ tags }) => tags)],
  ['.[] | select(.n == 1) | .id', ['record-1']],
  ['.[] | .id, .n', MANY.flatMap(({ id, n }) => [id, n])],
  ['.[] | .n // "none"', MANY.map(({ n }) => n ?? 'none')],
  ['.[] | {id, name: .of.name}', MANY.map(({ id, of: { name } }) => ({ id, name }))],
  [
    '.[] | . as $all | $all.tags[] | "\\($all.id) \\(.)"',
    MANY.flatMap(({ id, tags }) => tags.map((tag) => `${id} ${tag}`)),
  ],
  // The whole list at once.
  ['length', [250]],
  ['.[0] | .id', ['record-0']],
  ['[.[1:] | .[].id]', [IDS.slice(1)]],
  ['map(.n) | add', [MANY.reduce((sum: number, { n }: Many) => sum + (n ?? 0), 0)]],
  ['.[].id, length', [...IDS, 250]],
  ['.[].n // "none"', MANY.flatMap(({ n }) => n ?? [])],
  ['.[] as $x | length', MANY.map(() => 250)],
  ['first(.[]) | .id', ['record-0']],
  ['# all\n.[].id', IDS],
])('the jq filter %s has the output of jq over the whole list', async (jq, values) => {
  const lines = values.map((value) => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`);
  expect(await writeAll(MANY, { jq })).toBe(lines.join(''));
});

test('an empty list is filtered, too', async () => {
  expect(await writeAll([], { jq: '.[].n' })).toBe('');
  expect(await writeAll([], { jq: 'length' })).toBe('0\n');
  await expect(writeAll([], { jq: '.[].n |' })).rejects.toMatchObject({
    message: '--jq ".[].n |" is not a valid jq filter: syntax error, unexpected end of file at column 7.',
  });
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
  await writeList(slowly(), formOf({ jq: '.[].id' }), stdout);
  expect([written.at(0), (written.at(-1) ?? 0) > 0]).toEqual([0, true]);
});

test.each([
  [['a', 'b c', '', '\nd'], 'ab c\nd\n', true],
  [['a\n'], 'a\n', true],
  [[{ a: 1 }, null, 2], '{"a":1}\nnull\n2\n', true],
  [[''], '\n', false],
])('a stream of %j is written as %j, with one final line break', async (items, expected, hasBegun) => {
  const { stdout } = fakeIo();
  const writer = createItemWriter(stdout);
  for (const item of items) await writer.write(item);
  expect(writer.hasBegun).toBe(hasBegun);
  await writer.end();
  expect(stdout.text).toBe(expected);
});

function formOf(flags: SharedFlags, fields: readonly string[] | null = null): DocumentForm {
  const form = documentFormOf(flags, fields);
  if (form === null) throw new Error('These flags ask for no document.');
  return form;
}

async function writeAll(records: readonly unknown[], flags: SharedFlags, fields: readonly string[] | null = null) {
  const stdout = new PassThrough();
  const read = text(stdout);
  await writeList(Readable.from(records), formOf(flags, fields), stdout);
  stdout.end();
  return await read;
}

test('a list of long records is written in pieces of few of them', async () => {
  const record = { text: 'x'.repeat(600_000) };
  const out = new PassThrough();
  const pieces: string[] = [];
  out.on('data', (piece: Buffer) => pieces.push(piece.toString()));
  await writeList(Readable.from(Array.from({ length: 7 }, () => record)), formOf({ json: true }), out);
  expect(pieces.map(({ length }) => Math.round(length / record.text.length)).filter((count) => count > 0)).toEqual([
    2, 2, 2, 1,
  ]);
  expect(JSON.parse(pieces.join(''))).toEqual(Array.from({ length: 7 }, () => record));
});
