import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { nameKey } from '../../../../src/service/secrets/name-key.ts';

const KEY = new Uint8Array(32).fill(7);

test('a key has the same name on every replica, for ever', () => {
  // printf 'wf secret key%s' "$(printf '\\007%.0s' $(seq 32))" | openssl dgst -sha256 -binary | basenc --base64url
  expect(nameKey(KEY)).toBe('nEqIup_C');
  expect(nameKey(new Uint8Array(32).fill(8))).not.toBe(nameKey(KEY));
});

test('the name is not the start of a plain hash of the key, which other programs may store', () => {
  expect(nameKey(KEY)).not.toBe(createHash('sha256').update(KEY).digest('base64url').slice(0, 8));
});
