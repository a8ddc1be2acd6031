import { setTimeout as delay } from 'node:timers/promises';
import type { AppChanges } from '../../contract/audit/app-changes.ts';
import { requireApp } from '../apps/queries.ts';
import { isKeyValid } from '../keys/queries/keys.ts';
import type { Operation, OperationContext, Principal } from '../operation/operation.ts';
import type { RecordChange } from '../store/changes/record-changes.ts';

/** Whoever reads the records now need not ask before the first event. */
const ALL: AppChanges = { all: true, records: [] };

export const watchApp: Operation<'watchApp'> = {
  run: async ({ app_id }, { db }) => {
    await requireApp(db, app_id);
    return ALL;
  },
  follow: ({ app_id }, context, signal) => followChanges(app_id, context, signal),
};

/** What is changed together is told together. */
const GATHER_MS = 100;
/** Proxies close idle connections, and a page must notice one that is lost. */
const BEAT_MS = 15_000;

async function* followChanges(
  appId: string,
  { db, principal, service: { changes, now } }: Pick<OperationContext, 'db' | 'principal' | 'service'>,
  signal: AbortSignal,
): AsyncGenerator<AppChanges> {
  // The owner of the process has no key.
  const isKeyed = await isKeyValid(db, principal.id, now().toISOString());
  using follower = await changes.follow();
  yield ALL;
  while (!signal.aborted) {
    const beat = AbortSignal.timeout(BEAT_MS);
    const changed = await follower.next(AbortSignal.any([signal, beat]));
    if (signal.aborted) return;
    const isOwnKey = changed?.some(({ kind }) => kind === 'key') ?? true;
    if (isKeyed && (beat.aborted || isOwnKey) && !(await isKeyValid(db, principal.id, now().toISOString()))) return;
    if (changed === null) yield ALL;
    else {
      const records = changed.flatMap((change) => toTold(change, appId, principal));
      if (records.length > 0 || beat.aborted) yield { all: false, records };
    }
    await delay(GATHER_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Kinds of which a reader of an app's records sees nothing. */
const UNSEEN: ReadonlySet<string> = new Set(['key', 'secret', 'import', 'artifact', 'trace']);

/** Selects what somebody who reads an app may learn. The names of the apps that a key reaches are part of that. */
function toTold(
  { app_id, kind, record_id }: RecordChange,
  appId: string,
  { appIds = null }: Principal,
): AppChanges['records'] {
  if (UNSEEN.has(kind)) return [];
  const isReached = appIds === null || (app_id !== null && appIds.includes(app_id));
  // Who reads records may not read names of variables, which are their ids.
  const id = kind === 'variable' ? null : record_id;
  if (app_id === appId || (isReached && (app_id === null || SHARED.has(kind)))) return [{ kind, id }];
  // What the service did to all apps, as its retention.
  return app_id === null && kind === 'service' ? [{ kind, id: null }] : [];
}

/** Kinds whose lists contain records of all apps. */
const SHARED: ReadonlySet<string> = new Set(['app', 'testset']);
