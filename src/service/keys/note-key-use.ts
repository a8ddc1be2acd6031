import type { Principal } from '../operation/context.ts';
import type { Store } from '../store/open-store.ts';
import { storeKeyUses } from './queries/keys.ts';

/** Notes that a key was used, without delaying its request. */
export type NoteKeyUse = (principal: Pick<Principal, 'id' | 'sessionOf'>, now: string) => void;

/** A use within this time of a stored one is not stored: most requests write nothing. */
const STEP_MS = 5 * 60_000;
/** Most keys that are remembered. Beyond it, their next uses are stored again. */
const LIMIT = 10_000;

/** Creates the notes of one process. The use of a session of the page counts for its key, too. */
export function createKeyUses({ db }: Pick<Store, 'db'>): NoteKeyUse {
  const stored = new Map<string, number>();
  return ({ id, sessionOf }, now) => {
    const at = Date.parse(now);
    // A clock that was set back must not silence a key until it has caught up.
    if (Math.abs(at - (stored.get(id) ?? Number.NEGATIVE_INFINITY)) < STEP_MS) return;
    if (stored.size >= LIMIT) stored.clear();
    stored.set(id, at);
    // Nobody's request may fail for this: the disk may be full, or the key may have been revoked meanwhile.
    void storeKeyUses(db, sessionOf === undefined ? [id] : [id, sessionOf], now).catch(() => undefined);
  };
}
