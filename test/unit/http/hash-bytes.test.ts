import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashBytes } from '../../../src/http/create-slices.ts';

const PART = 2 * 1024 * 1024;
const bytes = new Uint8Array(2 * PART + 1).map((_, index) => index % 251);

test('bytes are hashed by SHA-256, in as many parts as they need', async () => {
  expect(await hashBytes(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(await hashBytes(new Uint8Array())).toBe(createHash('sha256').digest('hex'));
});

test('a hash may begin with what precedes the bytes', async () => {
  const whole = createHash('sha1').update('before').update(bytes).digest('hex');
  expect(await hashBytes(bytes, createHash('sha1').update('before'))).toBe(whole);
});
