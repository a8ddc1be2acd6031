import { createHash } from 'node:crypto';

/** Names a key without revealing it. */
export function nameKey(key: Uint8Array): string {
  return createHash('sha256').update('wf secret key').update(key).digest('base64url').slice(0, 8);
}
