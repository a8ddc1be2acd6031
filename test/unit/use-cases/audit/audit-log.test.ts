import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Client, ExtendedClient } from '../../../../src/client/create-client.ts';
import { UserError } from '../../../../src/errors/wf-error.ts';
import { exportAuditLog } from '../../../../src/use-cases/audit/export-audit-log.ts';
import { readAuditLog } from '../../../../src/use-cases/audit/read-audit-log.ts';
import { clientOf } from '../../../helpers/client-of.ts';
import { openWorld } from '../../../helpers/open-world.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const exportTo = async (client: Client, folder: string, file: string) =>
  await exportAuditLog({ client, file, folder, signal: new AbortController().signal });

/** Replaces methods of a service's extensions. */
async function withMethods(client: Client, methods: Partial<ExtendedClient>): Promise<Client> {
  const extended = await client.extensions();
  if (extended === null) throw new Error('The service has extensions.');
  return { ...client, extensions: async () => ({ ...extended, ...methods }) };
}

test('the file has a line per entry, and the service notes their hash, once', async () => {
  await using world = await openWorld();
  await using folder = await tempFolder();
  const client = clientOf(world.running);
  const entries = await world.call('listAuditEntries', {});
  const exported = await exportTo(client, folder.root, 'log.jsonl');
  const text = await readFile(folder.path('log.jsonl'), 'utf8');
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
  ).toEqual(entries);
  const sha256 = createHash('sha256').update(text).digest('hex');
  const part = { last_id: entries.at(-1)?.id, entries: entries.length, sha256 };
  expect(exported).toMatchObject({ file: folder.path('log.jsonl'), entries: entries.length, parts: [part] });
  expect(await exportTo(client, folder.root, 'next.jsonl')).toMatchObject({ entries: 1 });
});

test('a long log is exported in parts of 5,000 entries, and no entries leave no file', async () => {
  await using world = await openWorld();
  await using folder = await tempFolder();
  const [entry] = await world.call('listAuditEntries', {});
  if (entry === undefined) throw new Error('A world begins with entries.');
  let left = Array.from({ length: 5001 }, (_, index) => ({ ...entry, id: `${index}` }));
  const client = await withMethods(clientOf(world.running), {
    async *paginate() {
      yield* left as never[];
    },
    exportAuditLog: async ({ body }) => {
      left = left.slice(body.entries);
      return { id: 'export', created_at: '2026-11-20T12:00:00Z', ...body };
    },
  });
  const exported = await exportTo(client, folder.root, 'log.jsonl');
  expect(exported).toMatchObject({ entries: 5001, parts: [{ entries: 5000 }, { entries: 1 }] });
  expect((await readFile(folder.path('log.jsonl'), 'utf8')).split('\n')).toHaveLength(5002);
  expect(await exportTo(client, folder.root, 'none.jsonl')).toMatchObject({ entries: 0, parts: [] });
  expect(existsSync(folder.path('none.jsonl'))).toBe(false);
});

test.each([
  [2, true],
  [3, false],
])('what came late is read again twice: after %i late entries, the export succeeds: %s', async (late, succeeds) => {
  await using world = await openWorld();
  await using folder = await tempFolder();
  const own = clientOf(world.running);
  const extended = await own.extensions();
  let refusals = late;
  const client = await withMethods(own, {
    exportAuditLog: async (input) => {
      if ((refusals -= 1) >= 0) throw new UserError({ code: 'WF_CONFLICT', message: 'An entry came late.' });
      return await (extended as ExtendedClient).exportAuditLog(input);
    },
  });
  const exporting = exportTo(client, folder.root, 'log.jsonl');
  if (succeeds) {
    const { entries } = await exporting;
    // Nothing of the refused attempts stays, not even a hole.
    expect((await readFile(folder.path('log.jsonl'), 'utf8')).trimEnd().split('\n')).toHaveLength(entries);
  } else {
    await expect(exporting).rejects.toThrow('An entry came late.');
    expect(existsSync(folder.path('log.jsonl'))).toBe(false);
  }
});

test.each([
  ['log.jsonl', 'WF_CONFLICT', /log\.jsonl exists already, and is not overwritten\.$/],
  ['-', 'WF_INVALID_INPUT', /^The audit log is exported to a new file, not to standard output\.$/],
  ['missing/log.jsonl', 'WF_INVALID_INPUT', /there is no such folder\.$/],
])('an export to %s is refused', async (file, code, message) => {
  await using world = await openWorld();
  await using folder = await tempFolder();
  await writeFile(folder.path('log.jsonl'), 'mine');
  const exporting = exportTo(clientOf(world.running), folder.root, file);
  await expect(exporting).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  expect(await readFile(folder.path('log.jsonl'), 'utf8')).toBe('mine');
});

test('the log of a deleted app is read by its full id', async () => {
  await using world = await openWorld();
  const client = clientOf(world.running);
  const { app_id } = await client.createApp({ body: { app_name: 'gone' } });
  await client.deleteApp({ app_id });
  const read = async (app: string | null, lines: number, since: string | null = null) =>
    (await readAuditLog({ client, app, since, lines })).map(({ action, app: id }) => [action, id]);
  const entries = [
    ['createApp', app_id],
    ['deleteApp', app_id],
  ];
  expect(await read(app_id, 20)).toEqual(entries);
  expect(await read(app_id, 1)).toEqual(entries.slice(1));
  expect(await read(app_id, 1, '2026-01-01T00:00:00Z')).toEqual(entries);
  expect((await read('support', 20)).length).toBeGreaterThan(0);
});
