import { hasAnyKey, readSealedKeys, storeSealedKey } from './queries/keys.ts';
import { replaceFile } from '../../foundation/replace-file.ts';
import type { SecretBox } from '../secrets/create-secret-box.ts';
import type { Store } from '../store/open-store.ts';
import { appendChanges, authorOf } from '../audit/queries.ts';
import type { Db } from '../store/schema.ts';
import { findPrincipal, makeKey, prefixOf } from './find-principal.ts';
import { readIfThere } from '../secrets/read-secret-keys.ts';

export interface EnsureLocalKeyOptions {
  readonly store: Store;
  /** File of the key for the tools of this machine, readable by its owner only. */
  readonly file: string;
  /** Opens values of all replicas, which then share one key. Left out or `null`: each machine has its own. */
  readonly shared?: SecretBox | null;
  /** @defaultValue the system's clock */
  readonly now?: () => Date;
}

/**
 * Reads the key that this machine uses with its own service; creates it at the first start and after it was revoked.
 *
 * @returns the whole key
 */
export async function ensureLocalKey({
  store,
  file,
  shared = null,
  now = () => new Date(),
}: EnsureLocalKeyOptions): Promise<string> {
  const instant = now().toISOString();
  const stored = (await readIfThere(file))?.trim() ?? '';
  if ((await findPrincipal(store.db, stored, instant))?.role === 'operator') return stored;
  const key = await store.transaction(async (db) => {
    if (shared === null) return await makeOwnKey(db, 'local', instant);
    return (await openSharedKey(db, shared, instant)) ?? (await makeSharedKey(db, shared, instant));
  });
  await writePrivately(file, `${key}\n`);
  return key;
}

export const LOCAL_KEY_OWNER = 'local key';

/** Finds the shared key, for a replica whose folder was lost with its container. */
async function openSharedKey(db: Db, box: SecretBox, now: string): Promise<string | null> {
  for (const sealed of await readSealedKeys(db)) {
    // A key that was sealed with another secret belongs to other replicas.
    const key = await box.open(sealed, LOCAL_KEY_OWNER).catch(() => '');
    if ((await findPrincipal(db, key, now))?.role === 'operator') return key;
  }
  return null;
}

async function makeSharedKey(db: Db, box: SecretBox, now: string): Promise<string> {
  const key = await makeOwnKey(db, 'local', now);
  await storeSealedKey(db, prefixOf(key), await box.seal(key, LOCAL_KEY_OWNER));
  return key;
}

/** Creates the first operator's key; `null` when the service has any key. */
export async function createFirstKey({
  store,
  name,
  now = () => new Date(),
}: {
  readonly store: Store;
  readonly name: string;
  readonly now?: () => Date;
}): Promise<string | null> {
  return await store.transaction(async (db) => {
    if (await hasAnyKey(db)) return null;
    return await makeOwnKey(db, name, now().toISOString());
  });
}

/** Creates an operator's key outside of any request. */
async function makeOwnKey(db: Db, name: string, now: string): Promise<string> {
  const key = await makeKey(db, { name, role: 'operator', expiresAt: null, now });
  const prefix = prefixOf(key);
  const change = { kind: 'key', id: prefix, name, after: prefix, summary: 'created, operator' } as const;
  await appendChanges(db, [change], authorOf('createKey', now));
  return key;
}

/** Replaces the file itself: a link in its place leads nowhere. */
async function writePrivately(file: string, text: string): Promise<void> {
  await replaceFile(file, text, { mode: 0o600, flush: true });
}
