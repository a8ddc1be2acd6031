import { APP_KINDS, type Pruned, type SetKeep } from '../../contract/retention/retention.ts';
import { UserError, userError } from '../../foundation/errors/wf-error.ts';
import { readAllApps, requireApp } from '../apps/queries.ts';
import type { Operation } from '../operation/operation.ts';
import { createRetention } from './create-retention.ts';
import { createCutoffs } from './cutoffs.ts';
import { readBusyApps } from './queries/old-evaluations.ts';
import { readRules, storeRules } from './queries/rules.ts';
import { describeKept } from '../../contract/retention/describe-kept.ts';

export const getUsage: Operation<'getUsage'> = {
  run: async ({ app_id: appId }, { db, principal: { appIds: among = null }, service }) => {
    if (appId !== undefined) await requireApp(db, appId);
    const names = new Map((await readAllApps(db, among)).map(({ id, name }) => [id, name]));
    const isWanted = (id: string | null) =>
      appId === undefined ? among === null || (id !== null && among.includes(id)) : id === appId;
    const retention = createRetention(service);
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
  audit: { kind: 'service', verb: 'pruned' },
  // In transactions of its own: one would hold up all others until the last row is gone.
  prepare: async ({ body }, { db, now, principal: { appIds: among = null }, service }) => {
    if (body.app_id !== undefined) await requireApp(db, body.app_id);
    const { older_than_seconds: olderThanSeconds = null } = body;
    const instant = new Date(now);
    const rules = await readRules(db, null);
    const cutoffs = createCutoffs({ now: instant, rules, olderThanSeconds, otherwiseSeconds: USUAL_S });
    const before = new Date(instant.getTime() - (olderThanSeconds ?? USUAL_S) * 1000).toISOString();
    const appIds = body.app_id === undefined ? among : [body.app_id];
    const busy = await readBusyApps(db, now);
    const scope = { appIds, cutoffs, busyAppIds: busy, isPlan: body.plan === true };
    const { kinds, done } = await createRetention(service).prune(scope, service.draining);
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

export const getRetention: Operation<'getRetention'> = {
  run: async ({ app_id: appId }, { db, principal: { appIds: among = null } }) => {
    if (appId !== undefined) await requireApp(db, appId);
    return await readRules(db, appId === undefined ? among : [appId]);
  },
};

export const setRetention: Operation<'setRetention'> = {
  audit: { kind: 'service', verb: 'set' },
  run: async ({ body: { app_id: appId, ...rules } }, { db, principal: { appIds: among = null }, record }) => {
    const app = appId === undefined ? null : await requireApp(db, appId);
    if (app === null && among !== null)
      throw userError('WF_NOT_ALLOWED', 'This key reaches some apps only. Name one of them, or use a key of all apps.');
    const shared = app === null ? [] : kindsOfNoApp(rules);
    if (shared.length > 0) throw belongsToNoApp(shared);
    await storeRules(db, app?.id ?? null, rules);
    record({
      kind: app === null ? 'service' : 'app',
      id: app?.id ?? null,
      name: app?.name ?? null,
      appId: app?.id ?? null,
      summary: describeKeep(rules),
    });
    return await readRules(db, app === null ? null : [app.id]);
  },
};

function kindsOfNoApp({ keep = {}, unset = [] }: Pick<SetKeep, 'keep' | 'unset'>): string[] {
  const kinds = new Set<string>([...Object.keys(keep), ...unset]);
  for (const kind of APP_KINDS) kinds.delete(kind);
  return [...kinds];
}

function belongsToNoApp(kinds: readonly string[]): UserError {
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `Set ${kinds.join(', ')} for the whole service: they belong to no app.`,
    details: kinds.map((kind) => ({
      loc: ['body', 'keep', kind],
      msg: 'Input belongs to no app',
      type: 'value_error',
    })),
  });
}

/** Age of what goes where neither the request nor a rule names one: 30 days. */
const USUAL_S = 30 * 86_400;

/** Describes rules for the audit log, as in `keeps evaluations 90d, logs forever`. */
export function describeKeep({ keep = {}, unset = [] }: Pick<SetKeep, 'keep' | 'unset'>): string {
  const set = Object.entries(keep).map(([kind, seconds]) => `${kind} ${describeKept(seconds ?? null)}`);
  const said = [
    ...(set.length === 0 ? [] : [`keeps ${set.join(', ')}`]),
    ...(unset.length === 0 ? [] : [`has no rule for ${unset.join(', ')}`]),
  ];
  return said.join('; ') || 'changed nothing';
}
