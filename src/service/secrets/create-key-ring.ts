import { UserError } from '../../foundation/errors/wf-error.ts';
import { makeKeyFile, nameKey, readSecretKeys, type SecretKeySource } from './read-secret-keys.ts';

export interface KeyRingOptions extends SecretKeySource {
  /** Reads the name of the key that the database's secrets are sealed with; `null` for a database without secrets. */
  readonly readExpected: () => Promise<string | null>;
}

/** Reads the keys of a service: the first one seals. */
export type KeyRing = () => Promise<readonly Uint8Array[]>;

/**
 * Creates the ring of keys that fits a database. The file is read again on each use, because a rotation may add a key to
 * it. A new key is created only where no secret is sealed yet.
 *
 * @throws {WF_FAILED} when the key of the database's secrets is missing
 */
export function createKeyRing(options: KeyRingOptions): KeyRing {
  const { file, readExpected } = options;
  let isFitting = false;
  return async () => {
    const keys = await readSecretKeys(options);
    if (isFitting && keys.length > 0) return keys;
    const expected = await readExpected();
    if (expected !== null) requireKey(expected, keys.map(nameKey), file);
    if (keys.length === 0) await makeKeyFile(file);
    isFitting = true;
    return keys.length === 0 ? await readSecretKeys(options) : keys;
  };
}

/** @throws {WF_FAILED} when none of the keys is the one that secrets are sealed with */
export function requireKey(expected: string, names: readonly string[], file: string | null): void {
  const problem = describeMissingKey('the database', expected, names, file);
  if (problem === null) return;
  throw new UserError({
    code: 'WF_FAILED',
    message: problem,
    nextSteps: ['Start it with the WF_SECRET_KEY of the other replicas, or restore the file secret.key'],
  });
}

/**
 * Describes why secrets cannot be opened; `null` when they can.
 *
 * @param where - what contains the secrets, as in "the database"
 * @param expected - name of the key that they are sealed with
 * @param names - the present keys
 * @param file - where the key would be; `null`: it is not in a file
 */
export function describeMissingKey(
  where: string,
  expected: string,
  names: readonly string[],
  file: string | null,
): string | null {
  if (names.includes(expected)) return null;
  const place = file === null ? 'no key is there' : `${file} is missing`;
  const there = names.length === 0 ? place : `the key here is ${names.join(', ')}`;
  return `The secrets in ${where} are sealed with the key ${expected}, but ${there}.`;
}
