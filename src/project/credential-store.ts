import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../errors/wf-error.ts';

/** A key and whose it is. */
export interface StoredCredential {
  /** The only origin it is sent to, as in `https://host:8443`. */
  readonly origin: string;
  /** The profile it belongs to; `null`: any. */
  readonly profile: string | null;
  /** `null`: the system's keychain keeps it. */
  readonly key: string | null;
  readonly createdAt: string;
}

/** The keys of one user. */
export interface CredentialStore {
  /** Absolute path of the file, which need not exist. */
  readonly file: string;
  /** Finds the key for an address: the profile's own before one of any profile. */
  find(address: string, profile: string): Promise<StoredCredential | null>;
  /** Stores a key, or with `null` that the keychain keeps it, in place of the one the same origin and profile had. */
  store(address: string, profile: string | null, key: string | null): Promise<StoredCredential>;
  /** Forgets a key and answers it; `null`: there was none. */
  remove(address: string, profile: string | null): Promise<StoredCredential | null>;
  /** Lists all, oldest first. Never print their keys. */
  list(): Promise<readonly StoredCredential[]>;
}

/**
 * Opens the file of keys in the user's configuration folder. Nobody but the user may read it: a file that others can
 * read is closed to them, and refused when that cannot be done.
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

/** Loaded when something is changed: most commands only read. */
async function alone<Result>(file: string, change: () => Promise<Result>): Promise<Result> {
  const { withFileLock } = await import('./with-file-lock.ts');
  return await withFileLock(file, change);
}

/** Names the part of an address that a key belongs to. */
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
    if (error instanceof UserError) throw error;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw unusable(file, error instanceof Error ? error.message : String(error), error);
  }
}

/** Answers `null` for a damaged file. The parser's own message would quote a piece of it, which may be a key. */
function parseCredentials(text: string): StoredCredential[] | null {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null || !('credentials' in parsed)) return null;
    return Array.isArray(parsed.credentials) && parsed.credentials.every(isCredential) ? parsed.credentials : null;
  } catch {
    return null;
  }
}

/** Windows has no such bits; there the folder of the user's profile is closed to others anyway. */
function closeToOthers(file: string): void {
  if (process.platform === 'win32') return;
  const { mode, uid } = statSync(file);
  const isForeign = uid !== process.getuid?.() && process.getuid?.() !== 0;
  if (isForeign) throw unusable(file, 'it belongs to another user');
  if ((mode & 0o077) === 0) return;
  try {
    chmodSync(file, 0o600);
  } catch (cause) {
    throw unusable(file, 'other users can read it, and that cannot be mended', cause);
  }
}

function isCredential(value: unknown): value is StoredCredential {
  if (typeof value !== 'object' || value === null) return false;
  const { origin, profile, key }: Partial<Record<keyof StoredCredential, unknown>> = value;
  const isKey = typeof key === 'string' || key === null;
  return typeof origin === 'string' && isKey && (profile === null || typeof profile === 'string');
}

async function writeCredentials(file: string, credentials: readonly StoredCredential[]): Promise<void> {
  const { writeFileAtomically } = await import('./write-file-atomically.ts');
  await writeFileAtomically(file, `${JSON.stringify({ credentials }, null, 2)}\n`, 0o600);
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
