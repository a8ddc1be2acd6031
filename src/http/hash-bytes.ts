import { createHash, type Hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

/** Hashing this many bytes takes ten milliseconds or less. */
const PART = 2 * 1024 * 1024;

/** Hashes bytes, and lets others run between parts. @param hash - what precedes them @returns hexadecimal digits */
export async function hashBytes(bytes: Uint8Array, hash: Hash = createHash('sha256')): Promise<string> {
  for (let start = 0; start < bytes.length; start += PART) {
    if (start > 0) await setImmediate();
    hash.update(bytes.subarray(start, start + PART));
  }
  return hash.digest('hex');
}
