import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode, isWfError, messageOf, UserError } from '../foundation/errors/wf-error.ts';
import { parseJson } from '../contract/validation/parse-json.ts';

/** A stored key with the service and profile that it belongs to. */
export interface StoredCredential {
  /** The only origin it is sent to, as in `https://host:8443`. */
  readonly origin: string;
  /** The profile it belongs to; `null`: any. */
  readonly profile: string | null;
  /** `null` if it is stored in the system's keychain. */
  readonly key: string | null;
  readonly createdAt: string;
}

/** The keys of one user. */
export interface CredentialStore {
  /** Absolute path of the file, which may not exist. */
  readonly file: string;
  /** Finds the key for an address: the profile's own key first, then one for any profile. */
  find(address: string, profile: string): Promise<StoredCredential | null>;
  /** Stores a key, replacing the one of the same origin and profile; `null` records that it is in the keychain. */
  store(address: string, profile: string | null, key: string | null): Promise<StoredCredential>;
  /** Removes a key and returns it; `null` if there was none. */
  remove(address: string, profile: string | null): Promise<StoredCredential | null>;
  /** Lists all credentials, oldest first. Never print their keys. */
  list(): Promise<readonly StoredCredential[]>;
}

/**
 * Opens the file of keys in the user's configuration folder. Only the user may read it: if others can, it restricts the
 * permissions, or rejects the file if that fails.
 *
 * @param folder - the user's configuration folder
 * @source design §2, settings
 */
export function openCredentials(folder: string, now: () => Date = () => new Date()): CredentialStore {
  const file = join(folder, 'credentials.json');
  const read = async () => readCredentials(file);
  return {
    file,
    list: read,
    find: async (address, profile) => {
      const ofOrigin = (await read()).filter(({ origin }) => origin === originOf(address));
      const isOf = (name: string | null) => ofOrigin.find((one) => one.profile === name);
      return isOf(profile) ?? isOf(null) ?? null;
    },
    store: (address, profile, key) =>
      alone(file, async () => {
        const added = { origin: originOf(address), profile, key, createdAt: now().toISOString() };
        const others = (await read()).filter((one) => one.origin !== added.origin || one.profile !== profile);
        await writeCredentials(file, [...others, added]);
        return added;
      }),
    remove: (address, profile) =>
      alone(file, async () => {
        const before = await read();
        const removed = before.find((one) => one.origin === originOf(address) && one.profile === profile);
        if (removed === undefined) return null;
        await writeCredentials(
          file,
          before.filter((one) => one !== removed),
        );
        return removed;
      }),
  };
}

/** Changes the file under a lock, which is loaded on demand: most commands only read. */
async function alone<Result>(file: string, change: () => Promise<Result>): Promise<Result> {
  const { withFileLock } = await import('./with-file-lock.ts');
  return await withFileLock(file, change);
}

/** Returns the origin of an address, which a key belongs to. */
export function originOf(address: string): string {
  return new URL(address).origin;
}

function readCredentials(file: string): StoredCredential[] {
  try {
    closeToOthers(file);
    const credentials = parseCredentials(readFileSync(file, 'utf8'));
    if (credentials !== null) return credentials;
    throw unusable(file, 'the file is damaged');
  } catch (error) {
    if (isWfError(error)) throw error;
    if (hasCode(error, 'ENOENT')) return [];
    throw unusable(file, messageOf(error), error);
  }
}

/** Returns `null` for a damaged file. The parser's own message would quote a part of it, which may be a key. */
function parseCredentials(text: string): StoredCredential[] | null {
  const parsed = parseJson(text);
  if (typeof parsed !== 'object' || parsed === null || !('credentials' in parsed)) return null;
  return Array.isArray(parsed.credentials) && parsed.credentials.every(isCredential) ? parsed.credentials : null;
}

/** Windows has no such permission bits; there the user's profile folder is private anyway. */
function closeToOthers(file: string): void {
  if (process.platform === 'win32') return;
  const { mode, uid } = statSync(file);
  const isForeign = uid !== process.getuid?.() && process.getuid?.() !== 0;
  if (isForeign) throw unusable(file, 'it belongs to another user');
  if ((mode & 0o077) === 0) return;
  try {
    chmodSync(file, 0o600);
  } catch (cause) {
    throw unusable(file, 'other users can read it, and its permissions cannot be changed', cause);
  }
}

function isCredential(value: unknown): value is StoredCredential {
  if (typeof value !== 'object' || value === null) return false;
  const { origin, profile, key }: Partial<Record<keyof StoredCredential, unknown>> = value;
  const isKey = typeof key === 'string' || key === null;
  return typeof origin === 'string' && isKey && (profile === null || typeof profile === 'string');
}

async function writeCredentials(file: string, credentials: readonly StoredCredential[]): Promise<void> {
  const { replaceUserFile } = await import('./replace-user-file.ts');
  await replaceUserFile(file, `${JSON.stringify({ credentials }, null, 2)}\n`, 0o600);
}

function unusable(file: string, reason: string, cause?: unknown): UserError {
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `The keys in ${file} cannot be used: ${reason}.`,
    nextSteps: [`chmod 600 ${file}`, 'Remove the file, then: wf login'],
    details: { file },
    cause,
  });
}
