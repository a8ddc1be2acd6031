import { expect, test } from 'vitest';
import type { SharedFlags } from '../../../../../src/cli/kit/define/base-flags.ts';
import { documentFormOf, writeDocument, type DocumentForm } from '../../../../../src/cli/kit/output/write-document.ts';

const APPS = [
  { app_id: 'a-1', app_name: 'support' },
  { app_id: 'a-2', app_name: 'sales "ä"' },
];

function formOf(flags: SharedFlags, fields: readonly string[] | null = null): DocumentForm {
  return documentFormOf(flags, fields) ?? { kind: 'quiet' };
}

function write(jq: string, document: unknown = APPS) {
  return writeDocument(document, formOf({ jq }), 2);
}

test.each([
  [{}, null],
  [{ quiet: true }, { kind: 'quiet' }],
  [{ json: true }, { kind: 'json', fields: null, jq: null }],
  [{ jq: '.' }, { kind: 'json', fields: null, jq: { text: '.', run: expect.any(Function) } }],
])('the flags %j request %j', (flags, form) => {
  expect(documentFormOf(flags, null)).toEqual(form);
});

test('ids are printed one per line, preferring the own id of a record', async () => {
  const quiet = { kind: 'quiet' } as const;
  expect(await writeDocument(APPS, quiet, 2)).toBe('a-1\na-2\n');
  expect(await writeDocument({ app_id: 'a', variant_id: 'v' }, quiet, 2)).toBe('v\n');
  expect(await writeDocument({ name: 'production', app_id: 'a' }, quiet, 2)).toBe('production\n');
  expect(await writeDocument([], quiet, 2)).toBe('');
  expect(await writeDocument('text', quiet, 2)).toBe('');
});

test('jq prints texts without quotes and everything else as one line of JSON', async () => {
  expect(await write('.[].app_name')).toBe('support\nsales "ä"\n');
  expect(await write('map({id: .app_id})')).toBe('[{"id":"a-1"},{"id":"a-2"}]\n');
  expect(await write('length, (.[0] | keys | length), "x"')).toBe('2\n2\nx\n');
  expect(await write('empty')).toBe('');
  expect(await write('.', null)).toBe('null\n');
});

test('jq filters the selected fields', async () => {
  const form = formOf({ jq: '.[0] | keys | join(",")' }, ['app_name']);
  expect(await writeDocument(APPS, form, 2)).toBe('app_name\n');
});

test.each([
  ['.[', 'is not a valid jq filter: syntax error'],
  ['nope', 'is not a valid jq filter: nope/0 is not defined'],
  ['.[0].app_id.x', 'fails on this result: Cannot index string'],
])('the filter %j is rejected with a message', async (filter, message) => {
  await expect(write(filter)).rejects.toThrow(
    expect.objectContaining({ code: 'WF_USAGE', message: expect.stringContaining(message) }),
  );
});
