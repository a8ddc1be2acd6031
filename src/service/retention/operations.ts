import type { Pruned } from '../../contract/retention/prune.ts';
import { readAllApps, requireApp } from '../apps/queries.ts';
import type { Operation } from '../operation/operation.ts';
import { readBusyApps } from './queries/old-evaluations.ts';

export const getUsage: Operation<'getUsage'> = {
  access: 'read',
  run: async ({ app_id: appId }, { db, principal: { appIds: among = null }, retention }) => {
    if (appId !== undefined) await requireApp(db, appId);
    const names = new Map((await readAllApps(db, among)).map(({ id, name }) => [id, name]));
    const isWanted = (id: string | null) =>
      appId === undefined ? among === null || (id !== null && among.includes(id)) : id === appId;
    const measured = (await retention.measure()).filter((entry) => isWanted(entry.appId));
    const entries = measured
      .filter(({ rows, bytes }) => rows > 0 || bytes > 0)
      .toSorted((a, b) => b.bytes - a.bytes)
      .map(({ appId: id, kind, rows, bytes }) => {
        return { app_id: id, app_name: id === null ? null : (names.get(id) ?? null), kind, rows, bytes };
      });
    return { entries, database: among === null && appId === undefined ? await retention.measureDatabase() : null };
  },
};

export const prune: Operation<'prune'> = {
  access: 'write',
  audit: { kind: 'service', verb: 'pruned' },
  // In transactions of its own: one would hold up all others until the last row is gone.
  prepare: async ({ body }, { db, now, principal: { appIds: among = null }, retention, draining }) => {
    if (body.app_id !== undefined) await requireApp(db, body.app_id);
    const before = new Date(new Date(now).getTime() - body.older_than_seconds * 1000).toISOString();
    const appIds = body.app_id === undefined ? among : [body.app_id];
    const busy = await readBusyApps(db, now);
    const scope = { appIds, before, busyAppIds: busy, isPlan: body.plan === true };
    const { kinds, done } = await retention.prune(scope, draining);
    const busyAppIds = busy.filter((id) => appIds === null || appIds.includes(id));
    return { before, kinds: [...kinds], busy_app_ids: busyAppIds, done } satisfies Pruned;
  },
  run: async ({ body }, { prepared, record }) => {
    // `prepare` returns it.
    const pruned = prepared as Pruned;
    const summary = pruned.kinds.map(({ kind, count }) => `${count} ${kind.replaceAll('_', ' ')}`).join(', ');
    const isNothing = body.plan === true || pruned.kinds.length === 0;
    record(isNothing ? null : { kind: 'service', appId: body.app_id ?? null, summary: `pruned ${summary}` });
    return pruned;
  },
};
