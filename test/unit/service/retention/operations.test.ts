import { expect, test } from 'vitest';
import type { Measured, PruneResult, PruneScope } from '../../../../src/service/operation/retention.ts';
import type { OperationContext } from '../../../../src/service/operation/operation.ts';
import { getRetention, getUsage, prune, setRetention } from '../../../../src/service/retention/operations.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openBare } from '../../../helpers/open-bare.ts';

const MEASURED: readonly Measured[] = [
  { kind: 'logs', appId: 'a', rows: 1, bytes: 5 },
  { kind: 'traces', appId: null, rows: 2, bytes: 9 },
  { kind: 'outputs', appId: 'b', rows: 0, bytes: 7 },
  { kind: 'scores', appId: 'b', rows: 0, bytes: 0 },
  { kind: 'testsets', appId: 'gone', rows: 1, bytes: 0 },
];
const PRUNED: PruneResult = {
  kinds: [
    { kind: 'audit_log', count: 2, bytes: 5 },
    { kind: 'logs', count: 1, bytes: 1 },
  ],
  done: true,
};

/** A context with two apps, for a key that reaches these. */
async function openContext(appIds: readonly string[] | null = null) {
  const { db } = await openBare();
  await insertBare(db, 'apps', [
    { id: 'a', name: 'support' },
    { id: 'b', name: 'other' },
  ]);
  const noted: unknown[] = [];
  const scopes: PruneScope[] = [];
  const context = {
    db,
    now: '2026-02-01T00:00:00.000Z',
    principal: { id: 'k', name: 'ann', appIds },
    draining: new AbortController().signal,
    record: (change: unknown) => void noted.push(change),
    retention: {
      measure: async () => MEASURED,
      measureDatabase: async () => ({ bytes: 100, free_bytes: 10 }),
      prune: async (scope: PruneScope) => {
        scopes.push(scope);
        return PRUNED;
      },
    },
  } as unknown as OperationContext; // what is called and read of it
  return { db, context, noted, scopes };
}

const [logs, traces, outputs, testsets] = [
  { app_id: 'a', app_name: 'support', kind: 'logs', rows: 1, bytes: 5 },
  { app_id: null, app_name: null, kind: 'traces', rows: 2, bytes: 9 },
  { app_id: 'b', app_name: 'other', kind: 'outputs', rows: 0, bytes: 7 },
  { app_id: 'gone', app_name: null, kind: 'testsets', rows: 1, bytes: 0 },
];

test('what takes most is first; a key of some apps learns of those alone', async () => {
  const all = await openContext();
  const database = { bytes: 100, free_bytes: 10 };
  expect(await getUsage.run({}, all.context)).toEqual({ entries: [traces, outputs, logs, testsets], database });
  expect(await getUsage.run({ app_id: 'a' }, all.context)).toEqual({ entries: [logs], database: null });
  await expect(getUsage.run({ app_id: 'none' }, all.context)).rejects.toMatchObject({ code: 'WF_NOT_FOUND' });
  const some = await openContext(['b']);
  expect(await getUsage.run({}, some.context)).toEqual({ entries: [outputs], database: null });
});

async function runPrune(body: Parameters<typeof prune.run>[0]['body'], appIds: readonly string[] | null = null) {
  const opened = await openContext(appIds);
  await insertBare(opened.db, 'evaluations', [
    { id: 'e', app_id: 'a', status_value: 'EVALUATION_INITIALIZED', updated_at: '2026-02-01T00:00:00.000Z' },
  ]);
  const prepared = await prune.prepare?.({ body }, opened.context);
  const answer = await prune.run({ body }, { ...opened.context, prepared });
  const [scope] = opened.scopes;
  return { answer, noted: opened.noted, scope, logsUntil: scope?.cutoffs.of('logs', 'a') };
}

test('a prune takes what is older than 30 days, of all apps, and is noted', async () => {
  const { answer, noted, scope, logsUntil } = await runPrune({});
  expect(answer).toEqual({ ...PRUNED, before: '2026-01-02T00:00:00.000Z', busy_app_ids: ['a'] });
  expect(scope).toMatchObject({ appIds: null, busyAppIds: ['a'], isPlan: false });
  expect(logsUntil).toBe('2026-01-02T00:00:00.000Z');
  expect(noted).toEqual([{ kind: 'service', appId: null, summary: 'pruned 2 audit log, 1 logs' }]);
});

test('a prune of one app, with an age of its own', async () => {
  const { answer, noted, scope, logsUntil } = await runPrune({ app_id: 'b', older_than_seconds: 86_400 });
  expect(answer).toMatchObject({ before: '2026-01-31T00:00:00.000Z', busy_app_ids: [] });
  expect(scope?.appIds).toEqual(['b']);
  expect(logsUntil).toBe('2026-01-31T00:00:00.000Z');
  expect(noted).toEqual([{ kind: 'service', appId: 'b', summary: 'pruned 2 audit log, 1 logs' }]);
});

test('a plan is not noted, and a key of some apps prunes those alone', async () => {
  const { noted, scope } = await runPrune({ plan: true }, ['a']);
  expect(scope).toMatchObject({ appIds: ['a'], isPlan: true });
  expect(noted).toEqual([null]);
});

test('rules are set for all apps or for one, and read', async () => {
  const { context, noted } = await openContext();
  const rule = (app_id: string | null, app_name: string | null, kind: string, seconds: number) => ({
    app_id,
    app_name,
    kind,
    seconds,
  });
  const shared = rule(null, null, 'traces', 5);
  expect(await setRetention.run({ body: { keep: { traces: 5 } } }, context)).toEqual([shared]);
  const own = rule('a', 'support', 'logs', 7);
  expect(await setRetention.run({ body: { app_id: 'a', keep: { logs: 7 } } }, context)).toEqual([shared, own]);
  expect(noted).toEqual([
    { kind: 'service', id: null, name: null, appId: null, summary: expect.any(String) },
    { kind: 'app', id: 'a', name: 'support', appId: 'a', summary: expect.any(String) },
  ]);
  expect(await getRetention.run({}, context)).toEqual([shared, own]);
  expect(await getRetention.run({ app_id: 'b' }, context)).toEqual([shared]);
});

test('kinds that belong to no app are set for the whole service only, by a key of all apps', async () => {
  const { context } = await openContext();
  const body = { app_id: 'a', keep: { traces: 1, logs: 1 }, unset: ['audit_log' as const] };
  const refused = (kind: string) => ({
    loc: ['body', 'keep', kind],
    msg: 'Input belongs to no app',
    type: 'value_error',
  });
  await expect(setRetention.run({ body }, context)).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: 'Set traces, audit_log for the whole service: they belong to no app.',
    details: [refused('traces'), refused('audit_log')],
  });
  const some = await openContext(['a']);
  await expect(setRetention.run({ body: { keep: { logs: 1 } } }, some.context)).rejects.toMatchObject({
    code: 'WF_NOT_ALLOWED',
    message: 'This key reaches some apps only. Name one of them, or use a key of all apps.',
  });
});
