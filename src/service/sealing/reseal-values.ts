import { ownerOf as ownerOfVariable } from '../environments/app-variables.ts';
import { ownerOfVotingCode } from '../human-evaluations/voting-codes.ts';
import { LOCAL_KEY_OWNER } from '../keys/ensure-local-key.ts';
import { ownerOfProviderKeys } from '../keys/provider-keys.ts';
import { FINGERPRINT_KEY_OWNER } from '../secrets/create-fingerprint.ts';
import type { SecretBox } from '../secrets/create-secret-box.ts';
import { replaceSealingKey, SEALED_COLUMNS, type SealedTable } from '../secrets/queries.ts';
import type { Db } from '../store/schema.ts';
import type { Store } from '../store/open-store.ts';
import { ownerOfSecret } from '../vault/secret-values.ts';
import { ownerOfWebhook } from '../webhooks/webhook-secret.ts';
import { readStaleValues, replaceValue, type SealedRow } from './queries.ts';
import { appendChanges } from '../audit/queries.ts';

/** Names what a value was sealed for: it opens for nothing else. */
const OWNERS: Readonly<Record<SealedTable, (row: SealedRow) => string>> = {
  app_variables: ({ app_id, name }) => ownerOfVariable(app_id, name),
  environment_variables: ({ app_id, name }) => ownerOfVariable(app_id, name),
  evaluations: ({ id }) => ownerOfProviderKeys(id),
  fingerprint_key: () => FINGERPRINT_KEY_OWNER,
  human_evaluations: ({ id }) => ownerOfVotingCode(id),
  human_voters: ({ id }) => ownerOfVotingCode(id),
  keys: () => LOCAL_KEY_OWNER,
  secrets: ({ id }) => ownerOfSecret(id),
  webhooks: ({ id }) => ownerOfWebhook(id),
};

/** Values per transaction: writers wait for no more. */
const PAGE = 100;

export interface ResealedValues {
  /** Values that are sealed with the new key now. */
  readonly resealed: number;
  /** Values that none of the keys opens: they stay as they are. */
  readonly unopened: number;
}

/**
 * Seals every value of the database again with the first key of the box. A killed run loses nothing: the next one
 * continues, because each value names its key.
 */
export async function resealValues(store: Store, secrets: SecretBox, signal: AbortSignal): Promise<ResealedValues> {
  const [keyName = ''] = await secrets.keyNames();
  let resealed = 0;
  for (;;) {
    const pass = { resealed: 0, unopened: 0 };
    // The tables are the keys of the object.
    for (const table of Object.keys(SEALED_COLUMNS) as SealedTable[]) {
      const part = await resealTable(store, secrets, { table, keyName, signal });
      pass.resealed += part.resealed;
      pass.unopened += part.unopened;
    }
    resealed += pass.resealed;
    // A service may have sealed something with the old key meanwhile: the last pass finds nothing to do.
    if (pass.resealed === 0) return { resealed, unopened: pass.unopened };
  }
}

export async function hasStaleValues(db: Db, keyName: string): Promise<boolean> {
  for (const table of Object.keys(SEALED_COLUMNS) as SealedTable[])
    if ((await readStaleValues(db, { table, keyName, after: null, limit: 1 })).length > 0) return true;
  return false;
}

interface ResealTable {
  readonly table: SealedTable;
  readonly keyName: string;
  readonly signal: AbortSignal;
}

async function resealTable(
  store: Store,
  secrets: SecretBox,
  { table, keyName, signal }: ResealTable,
): Promise<ResealedValues> {
  let [resealed, unopened] = [0, 0];
  for (let after: SealedRow | null = null; ;) {
    signal.throwIfAborted();
    const rows: readonly SealedRow[] = await readStaleValues(store.db, { table, keyName, after, limit: PAGE });
    const fresh = await Promise.all(rows.map((row) => reseal(row, OWNERS[table](row), secrets)));
    await store.transaction(async (db) => {
      for (const [index, row] of rows.entries()) {
        const sealed = fresh[index] ?? null;
        if (sealed !== null) await replaceValue(db, table, row, sealed);
      }
    });
    const done = fresh.filter((sealed) => sealed !== null).length;
    resealed += done;
    unopened += rows.length - done;
    after = rows.at(-1) ?? null;
    if (after === null) return { resealed, unopened };
  }
}

/** @returns `null` when no key opens the value */
async function reseal({ sealed }: SealedRow, owner: string, secrets: SecretBox): Promise<string | null> {
  const text = await secrets.open(sealed, owner).catch(() => null);
  return text === null ? null : await secrets.seal(text, owner);
}

/** Notes that secrets are sealed with another key from now on: services without it are not ready any more. */
export async function switchKey(
  db: Db,
  { from, to, now }: { from: string | null; to: string; now: string },
): Promise<void> {
  await replaceSealingKey(db, to, now);
  const summary = `sealing key, was ${from ?? 'none'}`;
  const change = { kind: 'key', id: to, name: to, before: from, after: to, summary } as const;
  const principal = { id: 'wf', name: 'wf', role: 'operator' };
  await appendChanges(db, [change], { principal, requestId: 'wf', action: 'rotateSecret', now });
}
