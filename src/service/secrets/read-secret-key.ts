import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError } from '../../errors/wf-error.ts';
import { isErrnoException } from './errno.ts';
import { readIfThere } from './read-if-there.ts';

export interface SecretKeySource {
  /** File of the key, readable by its owner only; created when missing. */
  readonly file: string;
  /** The key itself, as 64 hexadecimal digits or in base64: for services that share a database but no folder. */
  readonly given: string | undefined;
}

const KEY_BYTES = 32;

/**
 * Reads the key that secrets are sealed with.
 *
 * @throws {WF_INVALID_INPUT} when the given key, or the one in the file, is invalid
 */
export async function readSecretKey({ file, given }: SecretKeySource): Promise<Uint8Array> {
  if (given !== undefined && given !== '') return parseKey(given, 'WF_SECRET_KEY');
  const stored = (await readIfThere(file)) ?? (await makeKey(file));
  return parseKey(stored, file);
}

function parseKey(text: string, where: string): Uint8Array {
  const trimmed = text.trim();
  const bytes = Buffer.from(trimmed, /^[0-9a-f]{64}$/i.test(trimmed) ? 'hex' : 'base64');
  if (bytes.length === KEY_BYTES) return bytes;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `${where} is not a key: expected 32 bytes, as 64 hexadecimal digits or in base64.`,
    nextSteps: ['export WF_SECRET_KEY=$(openssl rand -hex 32)'],
  });
}

/** Creates the file atomically: when two processes start together, the first one's key is used. */
async function makeKey(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(temporary, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    await link(temporary, file);
  } catch (error) {
    if (!isErrnoException(error) || error.code !== 'EEXIST') throw error;
  } finally {
    await rm(temporary);
  }
  return await readFile(file, 'utf8');
}
