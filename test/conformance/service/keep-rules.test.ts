import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { toAuditLine } from '../../../src/contract/audit/audit-entry.ts';
import { openWorld, type OwnWorld, seen } from '../../helpers/open-world.ts';

const DAY = 86_400;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY * 1000).toISOString();

async function addLine({ running }: OwnWorld, app_id: string, days: number): Promise<void> {
  const line = { stream: 'stdout', line: 'hello', request_id: null, variant: null, revision: null, environment: null };
  const id = `${app_id} ${String(1000 - days)}`;
  await running.store.db
    .insertInto('app_logs')
    .values({ id, app_id, created_at: daysAgo(days), ...line })
    .execute();
}

const linesOf = async ({ running }: OwnWorld, appId: string) =>
  (await running.store.db.selectFrom('app_logs').select('id').where('app_id', '=', appId).execute()).length;

test('rules of an app come before those of all, and a removed rule counts no more', async () => {
  await using world = await openWorld();
  const { appId: app_id } = world;
  const named = { app_id, app_name: 'support' };
  const all = { app_id: null, app_name: null };
  const set = { keep: { logs: 7 * DAY, traces: null, audit_log: 365 * DAY } };
  expect(await world.callByAll('setRetention', { body: set })).toEqual([
    { ...all, kind: 'audit_log', seconds: 365 * DAY },
    { ...all, kind: 'logs', seconds: 7 * DAY },
    { ...all, kind: 'traces', seconds: null },
  ]);
  await world.callByAll('setRetention', { body: { app_id, keep: { logs: null } } });
  await world.callByAll('setRetention', { body: { keep: { logs: 14 * DAY }, unset: ['traces', 'audit_log'] } });
  expect(await world.callByAll('getRetention', {})).toEqual([
    { ...all, kind: 'logs', seconds: 14 * DAY },
    { ...named, kind: 'logs', seconds: null },
  ]);
  const summaries = (await world.callByAll('listAuditEntries', { tail: 3 })).map(({ kind, summary }) => [
    kind,
    summary,
  ]);
  expect(summaries).toEqual([
    ['service', 'keeps logs 7d, traces forever, audit_log 365d'],
    ['app', 'keeps logs forever'],
    ['service', 'keeps logs 14d; has no rule for traces, audit_log'],
  ]);
});

test('a prune without an age follows the rules, and else takes 30 days', async () => {
  await using world = await openWorld();
  const { app_id: other } = await world.callByAll('createApp', { body: { app_name: 'other' } });
  const { app_id: third } = await world.callByAll('createApp', { body: { app_name: 'third' } });
  for (const app of [world.appId, other, third]) for (const days of [3, 20, 40]) await addLine(world, app, days);
  await world.callByAll('setRetention', { body: { app_id: world.appId, keep: { logs: null } } });
  await world.callByAll('setRetention', { body: { app_id: other, keep: { logs: 7 * DAY } } });
  const planned = await world.callByAll('prune', { body: { plan: true } });
  const pruned = await world.callByAll('prune', { body: {} });
  expect([planned.kinds, pruned.kinds]).toEqual([pruned.kinds, [{ kind: 'logs', count: 3, bytes: 15 }]]);
  const left = async () => await Promise.all([world.appId, other, third].map(async (app) => await linesOf(world, app)));
  expect(await left()).toEqual([3, 1, 2]);
  // An age that is named counts for all but what is kept for ever.
  await world.callByAll('prune', { body: { older_than_seconds: DAY } });
  expect(await left()).toEqual([3, 0, 0]);
});

test('only a key of all apps sets rules of all apps, and what belongs to no app has no rule of an app', async () => {
  await using world = await openWorld();
  const { appId: app_id } = world;
  const key = await world.callByAll('createKey', { body: { name: 'of one', role: 'operator', app_ids: [app_id] } });
  const put = async (body: object, by?: string) =>
    await seen(await world.running.send('PUT', '/retention', { body, ...(by === undefined ? {} : { key: by }) }));
  expect(await put({ keep: { logs: DAY } }, key)).toEqual([
    403,
    { detail: 'This key reaches some apps only. Name one of them, or use a key of all apps.' },
  ]);
  expect((await put({ app_id, keep: { logs: DAY } }, key))[0]).toBe(200);
  const refused = { loc: ['body', 'keep', 'traces'], msg: 'Input belongs to no app', type: 'value_error' };
  expect(await put({ app_id, keep: { logs: DAY, traces: DAY } })).toEqual([422, { detail: [refused] }]);
  for (const keep of [{ logs: 0 }, { logs: -1 }, { logs: 1.5 }, { logs: '30d' }, { logs: 1e12 }, { all: DAY }])
    expect([keep, (await put({ keep }))[0]]).toEqual([keep, 422]);
});

test('the audit log goes by a rule of its own, and only what was exported', async () => {
  await using world = await openWorld();
  const { db } = world.running.store;
  const late = { request_id: 'late', key_id: 'k', key_name: 'k', role: 'operator', action: 'x', kind: 'app' };
  const rest = { record_id: null, name: null, app_id: null, before_id: null, after_id: null, summary: null };
  const add = async (id: string) =>
    await db
      .insertInto('audit_log')
      .values({ id, created_at: daysAgo(400), export_id: null, ...late, ...rest })
      .execute();
  await add('00000000-0000-7000-8000-000000000001');
  await add('00000000-0000-7000-8000-000000000002');
  const entries = await world.callByAll('listAuditEntries', { unexported: 'true' });
  const lines = entries.slice(0, 2).map(toAuditLine).join('');
  const sha256 = createHash('sha256').update(lines).digest('hex');
  const body = { last_id: entries[1]?.id ?? '', entries: 2, sha256 };
  // Committed later, with an earlier id: the caller does not have it.
  await add('00000000-0000-7000-8000-000000000000');
  const refused = await world.running.send('POST', '/audit-log/exports', { body });
  expect(refused.status).toBe(409);
  const both = await world.callByAll('listAuditEntries', { unexported: 'true' });
  const three = both.slice(0, 3).map(toAuditLine).join('');
  const hash = createHash('sha256').update(three).digest('hex');
  const noted = await world.callByAll('exportAuditLog', { body: { ...body, entries: 3, sha256: hash } });
  expect(noted).toMatchObject({ last_id: body.last_id, entries: 3, sha256: hash });
  await add('00000000-0000-7000-8000-000000000003');
  expect((await world.callByAll('prune', { body: { older_than_seconds: DAY } })).kinds).toEqual([]);
  await world.callByAll('setRetention', { body: { keep: { audit_log: 365 * DAY } } });
  expect((await world.callByAll('prune', { body: {} })).kinds).toMatchObject([{ kind: 'audit_log', count: 3 }]);
  const [first, ...others] = await world.callByAll('listAuditEntries', {});
  expect(first?.id).toBe('00000000-0000-7000-8000-000000000003');
  expect(others.map(({ summary }) => summary)).toContain(`exported 3 entries, sha256 ${hash}`);
  const marked = await db.selectFrom('audit_log').select('id').where('export_id', 'is not', null).execute();
  expect(marked).toEqual([]);
});
