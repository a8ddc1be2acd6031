import type { KeepRule, KeptKind } from '../../contract/retention/retention.ts';
import type { Cutoffs, PartScope, PruneScope } from './retention.ts';
import { readAllApps } from '../apps/queries.ts';
import type { Store } from '../store/open-store.ts';

export interface CutoffOptions {
  readonly now: Date;
  readonly rules: readonly KeepRule[];
  /** Age for every kind that is not kept for ever; `null`: as its rule says. */
  readonly olderThanSeconds: number | null;
  /** Age for kinds without a rule; `null`: they stay. */
  readonly otherwiseSeconds: number | null;
}

/** Applies the rules: an app's own come first, and the audit log has no age but that of its rule. */
export function createCutoffs({ now, rules, olderThanSeconds, otherwiseSeconds }: CutoffOptions): Cutoffs {
  const toTime = (seconds: number | null): string | null =>
    seconds === null ? null : new Date(now.getTime() - seconds * 1000).toISOString();
  const find = (kind: KeptKind, appId: string | null) =>
    rules.find((rule) => rule.kind === kind && rule.app_id === appId);
  return {
    of: (kind, appId) => {
      const rule = (appId === null ? undefined : find(kind, appId)) ?? find(kind, null);
      if (rule?.seconds === null) return null;
      if (kind === 'audit_log') return toTime(rule?.seconds ?? null);
      return toTime(olderThanSeconds ?? rule?.seconds ?? otherwiseSeconds);
    },
  };
}

/** Splits the apps of a scope by the time until which a kind of their data goes. */
export async function splitByAge(
  { transaction }: Pick<Store, 'transaction'>,
  { appIds, cutoffs, ...scope }: PruneScope,
  kind: KeptKind,
): Promise<PartScope[]> {
  const apps = await transaction((db) => readAllApps(db, appIds));
  const groups = Map.groupBy(apps, ({ id }) => cutoffs.of(kind, id));
  return [...groups].flatMap(([before, own]) =>
    before === null ? [] : [{ ...scope, before, appIds: own.map(({ id }) => id) }],
  );
}

/** The scope of a kind whose data belongs to no app; `null`: it stays. */
export function ofNoApp({ appIds, cutoffs, ...scope }: PruneScope, kind: KeptKind): PartScope | null {
  const before = cutoffs.of(kind, null);
  return appIds !== null || before === null ? null : { ...scope, appIds, before };
}
