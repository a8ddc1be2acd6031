import { describe, expect, test } from 'vitest';
import type { ArchiveTable } from '../../../../src/contract/archives/archive.ts';
import { readArchiveRows, splitLines } from '../../../../src/service/archives/read-archive-rows.ts';
import { archiveOf, ownRows } from '../../../helpers/archive.ts';
import { collect } from '../../../helpers/collect.ts';
import { type RunningService, startService } from '../../../helpers/start-service.ts';

const REVISION = '{"id":"r","variant_id":"v","revision":1,"parameters":"{}"}';

/** Reads a page that comes in parts of so many bytes. @returns its batches */
async function readBatches(text: string, table: ArchiveTable, page: number, partBytes = 1024 * 1024) {
  const bytes = new TextEncoder().encode(text);
  const parts = async function* () {
    for (let start = 0; start < bytes.length; start += partBytes) yield bytes.subarray(start, start + partBytes);
  };
  return await collect(readArchiveRows({ table, page, bytes: parts() }));
}

const readPage = async (...page: Parameters<typeof readBatches>) => (await readBatches(...page)).flat();

test('each line is a row, and a line break at the end adds none', async () => {
  const row = { id: 'r', variant_id: 'v', revision: 1, parameters: '{}' };
  expect(await readPage(`${REVISION}\n${REVISION}\n`, 'variant_revisions', 1)).toEqual([row, row]);
  expect(await readPage(REVISION, 'variant_revisions', 1)).toEqual([row]);
  expect(await readPage('', 'variant_revisions', 1)).toEqual([]);
});

test('a column of JSON may be empty', async () => {
  expect(await readPage('{"id":"e","protection":null}', 'environments', 1)).toEqual([{ id: 'e', protection: null }]);
});

test.each([
  ['{', 'apps', 'tables/apps, page 2, line 1: this is not a row of an archive.'],
  ['[]', 'apps', 'tables/apps, page 2, line 1: this is not a row of an archive.'],
  ['{"id":"a"}\n\n', 'apps', 'tables/apps, page 2, line 2: this is not a row of an archive.'],
  [
    '{"id":"a","project_id":"p"}',
    'apps',
    'tables/apps, page 2, line 1: an archive must not contain column project_id.',
  ],
  ['{"name":"a"}', 'apps', 'tables/apps, page 2, line 1: column id is missing.'],
  ['{"id":null}', 'apps', 'tables/apps, page 2, line 1: column id is missing.'],
  [
    '{"revision_id":"r","cells":"{}"}',
    'testset_revision_rows',
    'tables/testset_revision_rows, page 2, line 1: column position is missing.',
  ],
  [
    `${REVISION}\n{"id":"r","parameters":"{"}`,
    'variant_revisions',
    'tables/variant_revisions, page 2, line 2: parameters is not JSON.',
  ],
  [
    '{"id":"a","name":"a"}\n{"id":"a"}',
    'apps',
    "tables/apps, page 2, line 2: its columns differ from the first line's.",
  ],
] as const)('the page %j is refused', async (text, table, message) => {
  await expect(readPage(text, table, 2)).rejects.toThrow(
    expect.objectContaining({ code: 'WF_INVALID_INPUT', message }),
  );
});

test('parts end anywhere, within characters and line breaks too', async () => {
  const rows = ['é', '\u{1f600}', 'a'].map((name, index) => ({ id: String(index), name }));
  const text = rows.map((row) => JSON.stringify(row)).join('\n');
  for (let bytes = 1; bytes < 40; bytes += 1) expect(await readPage(text, 'apps', 1, bytes)).toEqual(rows);
});

test.each([
  [100, true],
  [101, false],
])('a long row of %d columns is read: %s', async (count, isRead) => {
  const columns = Object.fromEntries(Array.from({ length: count - 2 }, (_, index) => [`c${index}`, 1]));
  const row = { id: 'a', name: 'x'.repeat(65_536), ...columns };
  const read = readPage(JSON.stringify(row), 'apps', 1);
  if (isRead) expect(await read).toEqual([row]);
  else await expect(read).rejects.toThrow('this is not a row of an archive.');
});

test.each([
  [0, true],
  [1, false],
])('a line of 20 MiB and %d characters is read: %s', async (extra, isRead) => {
  const escape = String.raw`\u0061`;
  const rest = 20 * 1024 * 1024 + extra - '{"id":"a","name":""}'.length;
  const name = escape.repeat(rest / escape.length) + 'x'.repeat(rest % escape.length);
  const read = readPage(`{"id":"a","name":"${name}"}`, 'apps', 1);
  if (isRead) expect(await read).toHaveLength(1);
  else await expect(read).rejects.toThrow('tables/apps, page 1, line 1: this row is larger than 12 MiB.');
});

test('a row has at most 12 MiB, in bytes', async () => {
  const most = 12 * 1024 * 1024;
  const page = (name: string) => JSON.stringify({ id: '', name, size: 1 });
  expect(await readPage(page('é'.repeat(most / 2)), 'apps', 1)).toHaveLength(1);
  await expect(readPage(page(`${'é'.repeat(most / 2)}a`), 'apps', 1)).rejects.toThrow(
    expect.objectContaining({
      code: 'WF_INVALID_INPUT',
      message: 'tables/apps, page 1, line 1: this row is larger than 12 MiB.',
    }),
  );
});

test.each([
  [true, (filling: string) => `[${filling}]`],
  [false, (filling: string) => `[${filling}`],
])('long JSON is valid or not: %s', async (isValid, wrap) => {
  const row = { id: 'e', protection: wrap(`"${'x'.repeat(65_536)}"`) };
  const read = readPage(JSON.stringify(row), 'environments', 1);
  if (isValid) expect(await read).toEqual([row]);
  else await expect(read).rejects.toThrow('tables/environments, page 1, line 1: protection is not JSON.');
});

test.each([
  ['a list in it', JSON.stringify({ id: 'a', name: 'x'.repeat(65_536), list: [] })],
  ['more columns than any table', `{"id":"a"${',"c":1'.repeat(100)},"name":"${'x'.repeat(65_536)}"}`],
  ['no end', `{"id":"a","name":"${'x'.repeat(65_536)}"`],
])('a long row with %s is refused', async (_, line) => {
  await expect(readPage(line, 'apps', 1)).rejects.toThrow(
    'tables/apps, page 1, line 1: this is not a row of an archive.',
  );
});

test('a character that never ends is replaced', async () => {
  const bytes = async function* () {
    yield new Uint8Array([0x61, 0xc3]);
  };
  expect(await collect(splitLines(bytes()))).toEqual(['a\ufffd']);
});

describe('a page of more than 1 MiB', () => {
  const MANY = JSON.stringify({ note: 'é'.repeat(900_000) });

  /** Sends an import whose environments are such a page. */
  async function sendLarge(running: RunningService) {
    const { apps, environments } = ownRows();
    const large = environments.map((row) => ({ ...row, protection: MANY }));
    const { manifest, pages } = archiveOf({ apps, environments: large });
    const begun = await running.send('POST', '/imports', { body: manifest });
    const { import_id } = (await begun.json()) as { readonly import_id: string };
    for (const { table, page, bytes } of pages) {
      expect((await running.send('PUT', `/imports/${import_id}/${table}/${page}`, { body: bytes })).status).toBe(200);
    }
    return { commit: () => running.send('POST', `/imports/${import_id}/commit`) };
  }

  test('is imported whole', async () => {
    await using running = await startService();
    const { commit } = await sendLarge(running);
    expect((await commit()).status).toBe(200);
    const stored = await running.store.db.selectFrom('environments').select('protection').execute();
    expect(stored).toEqual([{ protection: MANY }]);
  });

  test('is refused when a part of it is missing', async () => {
    await using running = await startService();
    const { commit } = await sendLarge(running);
    await running.store.db.deleteFrom('import_chunks').where('position', '=', 1).execute();
    const refused = await commit();
    const msg = 'Page 1 of environments was not sent.';
    expect([refused.status, await refused.json()]).toEqual([422, { detail: [expect.objectContaining({ msg })] }]);
  });
});
