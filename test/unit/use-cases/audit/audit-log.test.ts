import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { type ChangeFilter, toAuditLine } from '../../../../src/contract/audit/audit-entry.ts';
import type { Client } from '../../../../src/client/create-client.ts';
import { exportAuditLog, listChanges } from '../../../../src/use-cases/audit/audit-log.ts';
import { clientOf } from '../../../helpers/client-of.ts';
import { openWorld, type OwnWorld } from '../../../helpers/open-world.ts';
import { type RunningService, startService } from '../../../helpers/start-service.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const exportTo = async (client: Client, folder: string, file: string) =>
  await exportAuditLog({ client, file, folder, signal: new AbortController().signal });

/** A client of a service that answers an export with 409 so often first, as it does when an entry comes late. */
function clientOfLate({ running }: OwnWorld, refusals: number): Client {
  let left = refusals;
  const fetch: RunningService['service']['fetch'] = async (request, ...more) => {
    const isExport = request.method === 'POST' && request.url.endsWith('/audit-log/exports');
    if (isExport && (left -= 1) >= 0) return Response.json({ detail: 'An entry came late.' }, { status: 409 });
    return await running.service.fetch(request, ...more);
  };
  return clientOf({ ...running, service: { ...running.service, fetch } });
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
    // The bytes of a line are the same in every release: what came later is not in it.
  ).toEqual(entries.map((entry): unknown => JSON.parse(toAuditLine(entry))));
  const sha256 = createHash('sha256').update(text).digest('hex');
  const part = { last_id: entries.at(-1)?.id, entries: entries.length, sha256 };
  expect(exported).toMatchObject({ file: folder.path('log.jsonl'), entries: entries.length, parts: [part] });
  expect(await exportTo(client, folder.root, 'next.jsonl')).toMatchObject({ entries: 1 });
});

test('a long log is exported in parts of 5,000 entries', async () => {
  await using world = await openWorld();
  await using folder = await tempFolder();
  const { db } = world.running.store;
  const before = (await world.call('listAuditEntries', {})).length;
  const entry = await db.selectFrom('audit_log').selectAll().executeTakeFirstOrThrow();
  await world.running.store.transaction(async (each) => {
    for (let index = before; index < 5001; index += 1) {
      await each
        .insertInto('audit_log')
        .values({ ...entry, id: `zz${index}` })
        .execute();
    }
  });
  const exported = await exportTo(clientOf(world.running), folder.root, 'log.jsonl');
  expect(exported).toMatchObject({ parts: [{ entries: 5000 }, { entries: 2 }] });
  expect((await readFile(folder.path('log.jsonl'), 'utf8')).trimEnd().split('\n')).toHaveLength(exported.entries);
});

test('an empty log leaves no file', async () => {
  await using running = await startService();
  await using folder = await tempFolder();
  expect(await exportTo(clientOf(running), folder.root, 'none.jsonl')).toMatchObject({ entries: 0, parts: [] });
  expect(existsSync(folder.path('none.jsonl'))).toBe(false);
});

test.each([
  [2, true],
  [3, false],
])('what came late is read again twice: after %i late entries, the export succeeds: %s', async (late, succeeds) => {
  await using world = await openWorld();
  await using folder = await tempFolder();
  const exporting = exportTo(clientOfLate(world, late), folder.root, 'log.jsonl');
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
  ['-', 'WF_USAGE', /^The audit log is exported to a new file, not to standard output\.$/],
  ['missing/log.jsonl', 'WF_INVALID_INPUT', /there is no folder .*missing\.$/],
])('an export to %s is refused', async (file, code, message) => {
  await using world = await openWorld();
  await using folder = await tempFolder();
  await writeFile(folder.path('log.jsonl'), 'mine');
  const exporting = exportTo(clientOf(world.running), folder.root, file);
  await expect(exporting).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  expect(await readFile(folder.path('log.jsonl'), 'utf8')).toBe('mine');
});

const listed = async (client: Client, app: string | null, limit: number | null, filter: ChangeFilter = {}) => {
  const { records, hasMore } = await listChanges({ client, app, filter, limit });
  return { hasMore, entries: (await Array.fromAsync(records)).map(({ action, app: id }) => [action, id]) };
};

test('the log of a deleted app is read by its full id', async () => {
  await using world = await openWorld();
  const client = clientOf(world.running);
  const { app_id } = await client.createApp({ body: { app_name: 'gone' } });
  await client.deleteApp({ app_id });
  const entries = [
    ['createApp', app_id],
    ['deleteApp', app_id],
  ];
  expect(await listed(client, app_id, null)).toEqual({ entries, hasMore: false });
  expect(await listed(client, app_id, 20)).toEqual({ entries, hasMore: false });
  expect(await listed(client, app_id, 1)).toEqual({ entries: entries.slice(1), hasMore: true });
  expect((await listed(client, 'support', 20)).entries.length).toBeGreaterThan(0);
});

/** A client of an older service, which ignores the filters that it does not know. */
function clientOfOlder({ running }: OwnWorld): Client {
  const fetch: RunningService['service']['fetch'] = async (request, ...more) => {
    const url = new URL(request.url);
    for (const name of ['until', 'kind', 'key_name', 'environment']) url.searchParams.delete(name);
    return await running.service.fetch(new Request(url, request), ...more);
  };
  return clientOf({ ...running, service: { ...running.service, fetch } });
}

test.each([
  [{ kind: 'environment' }, ['createDeployment']],
  [{ environment: 'production' }, ['createDeployment', 'setEnvironmentVariable']],
  [{ environment: 'staging' }, ['setEnvironmentVariable']],
  [{ key_name: 'nobody' }, []],
  [{ until: '2020-01-01T00:00:00Z' }, []],
] as const)('changes are selected by %j, also where the service is older', async (filter, actions) => {
  await using world = await openWorld();
  const { appId: app_id } = world;
  const variable = { app_id, variable_name: 'KEY', body: { value: '1' } };
  await world.call('setEnvironmentVariable', { ...variable, environment_name: 'production' });
  await world.call('setEnvironmentVariable', { ...variable, environment_name: 'staging' });
  for (const client of [clientOf(world.running), clientOfOlder(world)])
    for (const limit of [null, 20, 2000]) {
      const { entries, hasMore } = await listed(client, app_id, limit, filter);
      expect([entries.map(([action]) => action).slice(-actions.length || 20), hasMore]).toEqual([actions, false]);
    }
});
