import type { KeptKind } from '../../contract/retention/retention.ts';
import { readAllApps } from '../apps/queries.ts';
import type { PartScope, PruneScope } from '../operation/retention.ts';
import type { Store } from '../store/open-store.ts';

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
