import type { RotatedSecret } from '../scripts/result-schemas/project-results.ts';
import { randomBytes } from 'node:crypto';
import { chown, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { userError, type UserError } from '../../foundation/errors/wf-error.ts';
import { requireFolderAbove } from '../../project/make-own-folder.ts';
import { replaceUserFile } from '../../project/replace-user-file.ts';
import { requireKey } from '../../service/secrets/create-key-ring.ts';
import { createSecretBox } from '../../service/secrets/create-secret-box.ts';
import { nameKey, readSecretKeys, type SecretKeySource, writeKeys } from '../../service/secrets/read-secret-keys.ts';
import { readSealingKey } from '../../service/secrets/queries.ts';
import { hasStaleValues, resealValues, switchKey } from '../../service/sealing/reseal-values.ts';
import { type DatabaseLocation, locateDatabase } from '../files/locate-database.ts';
import { openStore } from '../../service/store/open-store.ts';
import type { Db } from '../../service/store/schema.ts';

export interface RotateSecretOptions extends DatabaseLocation {
  /** The keys of `WF_SECRET_KEY`, the new one first. */
  readonly given: string | undefined;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

/**
 * Seals all secrets of a database with a new key. A killed run is continued by the next one. The service may run.
 *
 * @throws {WF_FAILED} when the current key is missing
 * @throws {WF_INVALID_INPUT} when `WF_SECRET_KEY` has no new key
 */
export async function rotateSecret(options: RotateSecretOptions): Promise<RotatedSecret> {
  const { dataDir, now, signal } = options;
  const file = join(dataDir, 'secret.key');
  const source = { file, given: options.given };
  await using store = await openStore(locateDatabase(options, 'wf keys rotate-secret --data-dir DIR'));
  const previous = await readSealingKey(store.db);
  const isGiven = (options.given ?? '').trim() !== '';
  const keys = await addKey(store.db, source, isGiven, previous);
  const key = nameKey(keys[0] ?? new Uint8Array());
  const secrets = createSecretBox(async () => keys);
  // Before anything is sealed with it: services that lack the key report that they are not ready.
  if (previous !== key) {
    await store.transaction((db) => switchKey(db, { from: previous, to: key, now: now().toISOString() }));
  }
  return { key, previous, file: isGiven ? null : file, ...(await resealValues(store, secrets, signal)) };
}

/** Returns the keys with the new one first; writes it to the file, unless an earlier run did. */
async function addKey(
  db: Db,
  source: SecretKeySource,
  isGiven: boolean,
  current: string | null,
): Promise<readonly Uint8Array[]> {
  const keys = await readSecretKeys(source);
  const [first] = keys;
  if (current !== null) requireKey(current, keys.map(nameKey), source.file);
  const isStarted = first !== undefined && (nameKey(first) !== current || (await hasStaleValues(db, nameKey(first))));
  if (isStarted) return keys;
  if (isGiven) throw noNewKey();
  requireFolderAbove(source.file);
  const extended = [randomBytes(32), ...keys];
  await writeKeyFile(source.file, extended);
  return extended;
}

/** Writes the file for its owner, who need not be the user of this command. */
async function writeKeyFile(file: string, keys: readonly Uint8Array[]): Promise<void> {
  const there = await stat(file).catch(() => null);
  await replaceUserFile(file, writeKeys(keys), 0o600);
  if (there !== null && there.uid !== process.getuid?.()) await chown(file, there.uid, there.gid);
}

function noNewKey(): UserError {
  return userError(
    'WF_INVALID_INPUT',
    'The first key of WF_SECRET_KEY seals the secrets already: put a new key before it.',
    ['export WF_SECRET_KEY=$(openssl rand -hex 32),$WF_SECRET_KEY'],
  );
}
