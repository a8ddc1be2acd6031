import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { appendLogs, readLastLogs, readLogs, toLogLine } from '../../../../../src/service/deployments/queries/logs.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

async function openApp() {
  const { db } = await openBare();
  await insertBare(db, 'apps', [
    { id: 'a', name: 'a' },
    { id: 'b', name: 'b' },
  ]);
  return db;
}

const line = (text: string, requestId: string | null = null) => ({
  at: 'at',
  stream: 'stdout' as const,
  text,
  ...(requestId === null ? {} : { origin: { requestId, variant: 'main', revision: 3, environment: 'live' } }),
});
const none = { request_id: null, variant: null, revision: null, environment: null };

test('lines are stored in their order, with where they came from', async () => {
  const db = await openApp();
  await appendLogs(db, 'a', [line('one\0', 'r'), line('two')], new Date('2026-01-01T00:00:00Z'));
  await appendLogs(db, 'b', [line('other')]);
  const rows = await readLogs(db, { appId: 'a', after: '' }, 9);
  expect(rows.map(toLogLine)).toEqual([
    {
      id: expect.stringMatching(/^019b76da-a800-7/),
      created_at: 'at',
      stream: 'stdout',
      text: 'one\uFFFD',
      request_id: 'r',
      variant: 'main',
      revision: 3,
      environment: 'live',
    },
    { id: expect.any(String), created_at: 'at', stream: 'stdout', text: 'two', ...none },
  ]);
});

test('lines are read from one on, of one request, or the newest', async () => {
  const db = await openApp();
  await appendLogs(db, 'a', [line('one'), line('two', 'r'), line('three', 's'), line('four', 'r')]);
  const [first] = await readLogs(db, { appId: 'a', after: '' }, 1);
  const textsOf = (rows: readonly { readonly line: string }[]) => rows.map((row) => row.line);
  expect(textsOf(await readLogs(db, { appId: 'a', after: first?.id ?? '' }, 2))).toEqual(['two', 'three']);
  expect(textsOf(await readLogs(db, { appId: 'a', after: '', requestId: 'r' }, 9))).toEqual(['two', 'four']);
  expect(textsOf(await readLastLogs(db, { appId: 'a', after: '' }, 2))).toEqual(['three', 'four']);
  expect(textsOf(await readLastLogs(db, { appId: 'a', after: '', requestId: 'r' }, 1))).toEqual(['four']);
});

test('of an app, 10,000 lines are kept', async () => {
  const db = await openApp();
  await sql`insert into app_logs (id, app_id, created_at, stream, line)
    with recursive number (n) as (select 1 union all select n + 1 from number where n < 10000)
    select printf('%05d', n), 'a', '', 'stdout', '' from number`.execute(db);
  await appendLogs(db, 'b', [line('other')]);
  const count = async () => (await readLogs(db, { appId: 'a', after: '' }, 20_000)).length;
  expect(await count()).toBe(10_000);
  await appendLogs(db, 'a', [line('new'), line('newer')]);
  expect(await count()).toBe(10_000);
  const [oldest] = await readLogs(db, { appId: 'a', after: '' }, 1);
  expect(oldest?.id).toBe('00003');
  expect(await readLogs(db, { appId: 'b', after: '' }, 9)).toHaveLength(1);
});
