import { expect, test } from 'vitest';
import { createSecretBox } from '../../../../src/service/secrets/create-secret-box.ts';

const box = createSecretBox(async () => new Uint8Array(32).fill(7));
const other = createSecretBox(async () => new Uint8Array(32).fill(8));

test.each(['', 'sk-123', 'Grüße, 世界 👋', 'x'.repeat(65_536), 'a\nb.c'])('a sealed text opens again', async (text) => {
  expect(await box.open(await box.seal(text, 'a'), 'a')).toBe(text);
});

test('a sealed text reveals nothing and differs each time', async () => {
  const [first, second] = [await box.seal('sk-123', 'a'), await box.seal('sk-123', 'a')];
  expect(first).not.toBe(second);
  expect(first).not.toContain('sk-123');
  expect(Buffer.from(first.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('sk-123');
});

test('a text cannot be opened for another owner', async () => {
  await expect(box.open(await box.seal('sk-123', 'a'), 'b')).rejects.toThrow('moved to another record');
});

test('a changed, cut or invented text cannot be opened', async () => {
  const sealed = await box.seal('sk-123', 'a');
  const changed = sealed.slice(0, -1) + (sealed.endsWith('A') ? 'Q' : 'A');
  for (const text of [changed, sealed.slice(0, -8), sealed.slice(0, 16), 'v1', '', 'v2.x.y']) {
    await expect(box.open(text, 'a')).rejects.toMatchObject({ code: 'WF_FAILED' });
  }
});

test('a different key is given as the reason', async () => {
  await expect(other.open(await box.seal('sk-123', 'a'), 'a')).rejects.toMatchObject({
    code: 'WF_FAILED',
    message: expect.stringContaining('a different key'),
    nextSteps: [expect.stringContaining('WF_SECRET_KEY'), expect.any(String)],
  });
});

test('the key is read once, and again after a failure', async () => {
  let reads = 0;
  const late = createSecretBox(async () => {
    reads += 1;
    if (reads === 1) throw new Error('not yet');
    return new Uint8Array(32);
  });
  await expect(late.seal('a', 'a')).rejects.toThrow('not yet');
  await late.open(await late.seal('a', 'a'), 'a');
  expect(reads).toBe(2);
});
