import { expect, test } from 'vitest';
import { createSecretBox } from '../../../../src/service/secrets/create-secret-box.ts';

const box = createSecretBox(async () => [new Uint8Array(32).fill(7)]);
const other = createSecretBox(async () => [new Uint8Array(32).fill(8)]);

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
  await expect(box.open(changed, 'a')).rejects.toThrow(
    'A stored secret was changed or moved to another record: it cannot be opened. Set it again.',
  );
});

test('a different key is given as the reason', async () => {
  await expect(other.open(await box.seal('sk-123', 'a'), 'a')).rejects.toMatchObject({
    code: 'WF_FAILED',
    message:
      'A stored secret was sealed with a different key than the one of this service. Start every replica with the same WF_SECRET_KEY, restore the file secret.key, or set the secret again.',
  });
});

test('the first of several keys seals, and each opens what it sealed', async () => {
  const both = createSecretBox(async () => [new Uint8Array(32).fill(8), new Uint8Array(32).fill(7)]);
  expect(await both.open(await box.seal('old', 'a'), 'a')).toBe('old');
  expect(await other.open(await both.seal('new', 'a'), 'a')).toBe('new');
  expect(await both.keyNames()).toEqual([...(await other.keyNames()), ...(await box.keyNames())]);
});

test('what an earlier version sealed opens, and is not opened as another version', async () => {
  const sealed = 'v1.nEqIup_C.UTZIpfG3A9ah7Tolxoy75u7wEAdnlIm0pKXshzbIQTfIdQ';
  expect(await box.open(sealed, 'a')).toBe('sk-123');
  expect(await box.keyNames()).toEqual(['nEqIup_C']);
  expect(await box.seal('sk-123', 'a')).toMatch(/^v1\.nEqIup_C\.[\w-]{46}$/);
  await expect(box.open(sealed.replace('v1', 'v2'), 'a')).rejects.toThrow('with a different key');
});

test('a service without a key seals nothing', async () => {
  await expect(createSecretBox(async () => []).seal('sk-123', 'a')).rejects.toThrow('with a different key');
});
