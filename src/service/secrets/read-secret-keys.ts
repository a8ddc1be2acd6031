import { createHash, randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { UserError } from '../../foundation/errors/wf-error.ts';

export interface SecretKeySource {
  /** File of the keys, one a line, readable by its owner only. */
  readonly file: string;
  /** The keys themselves, separated by commas: for services that share a database but no folder. */
  readonly given: string | undefined;
}

const KEY_BYTES = 32;

/**
 * Reads the keys that secrets are sealed with: the first one seals, the others open what was sealed earlier.
 *
 * @returns none when there is neither a file nor a given key
 * @throws {WF_INVALID_INPUT} when a key is not 32 bytes, as 64 hexadecimal digits or in base64
 */
export async function readSecretKeys({ file, given }: SecretKeySource): Promise<Uint8Array[]> {
  if (given !== undefined && given.trim() !== '') return parseKeys(given, 'WF_SECRET_KEY');
  const stored = await readIfThere(file);
  return stored === null ? [] : parseKeys(stored, file);
}

/** Parses keys, which are separated by commas or white space. */
export function parseKeys(text: string, where: string): Uint8Array[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length === 0) throw notAKey(where);
  return words.map((word) => parseKey(word, where));
}

function parseKey(word: string, where: string): Uint8Array {
  const bytes = Buffer.from(word, /^[0-9a-f]{64}$/i.test(word) ? 'hex' : 'base64');
  if (bytes.length === KEY_BYTES) return bytes;
  throw notAKey(where);
}

function notAKey(where: string): UserError {
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `${where} is not a key: expected 32 bytes, as 64 hexadecimal digits or in base64.`,
    nextSteps: ['export WF_SECRET_KEY=$(openssl rand -hex 32)'],
  });
}

/** Creates the file atomically: when two processes start together, the first one's key is used. */
export async function makeKeyFile(file: string): Promise<void> {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(temporary, writeKeys([randomBytes(KEY_BYTES)]), { mode: 0o600, flag: 'wx', flush: true });
  try {
    await link(temporary, file);
  } catch (error) {
    if (!isErrnoException(error) || error.code !== 'EEXIST') throw error;
  } finally {
    await rm(temporary);
  }
}

/** Writes keys as the file holds them. */
export function writeKeys(keys: readonly Uint8Array[]): string {
  return keys.map((key) => `${Buffer.from(key).toString('hex')}\n`).join('');
}

/** Reads a file as text; `null` when there is none. */
export async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isErrnoException(error) && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Names a key without revealing it. */
export function nameKey(key: Uint8Array): string {
  return createHash('sha256').update('wf secret key').update(key).digest('base64url').slice(0, 8);
}

function isErrnoException(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}
