import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createKeyRing, describeMissingKey, requireKey } from '../../../../src/service/secrets/create-key-ring.ts';
import { createSecretBox } from '../../../../src/service/secrets/create-secret-box.ts';
import { nameKey, readSecretKeys } from '../../../../src/service/secrets/read-secret-keys.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const KEY = Buffer.alloc(32, 0xab);
const NO_SECRETS = async () => null;

test('a key is created once, in a file that only its owner can read', async () => {
  await using folder = await tempFolder();
  const file = folder.path('secret.key');
  const open = () => createKeyRing({ file, given: undefined, readExpected: NO_SECRETS })();
  const rings = await Promise.all(Array.from({ length: 5 }, open));
  expect(new Set(rings.map((keys) => keys.map(nameKey).join())).size).toBe(1);
  expect(rings[0]?.map((key) => key.length)).toEqual([32]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder.path('.'))).toEqual(['secret.key']);
});

test('no key is created next to sealed values, nor another one used', async () => {
  await using folder = await tempFolder();
  const file = folder.path('secret.key');
  const readExpected = async () => nameKey(KEY);
  const missing = createKeyRing({ file, given: undefined, readExpected });
  await expect(missing()).rejects.toThrow(`sealed with the key ${nameKey(KEY)}, but ${file} is missing.`);
  expect(await readdir(folder.root)).toEqual([]);
  const different = createKeyRing({ file, given: 'cd'.repeat(32), readExpected });
  await expect(different()).rejects.toThrow(`but the key here is ${nameKey(Buffer.alloc(32, 0xcd))}.`);
  const both = createKeyRing({ file, given: `${'cd'.repeat(32)},${'ab'.repeat(32)}`, readExpected });
  expect(await both()).toHaveLength(2);
});

test('a key that is added to the file is used at once', async () => {
  await using folder = await tempFolder();
  const file = folder.path('secret.key');
  const ring = createKeyRing({ file, given: undefined, readExpected: NO_SECRETS });
  const [first] = await ring();
  await writeFile(file, `${'ab'.repeat(32)}\n${Buffer.from(first ?? []).toString('hex')}\n`);
  expect((await ring()).map(nameKey)).toEqual([nameKey(KEY), nameKey(first ?? KEY)]);
});

test.each([
  [[], null, 'no key is there'],
  [[], '/data/secret.key', '/data/secret.key is missing'],
  [['one'], '/data/secret.key', 'the key here is one'],
  [['one', 'two'], null, 'the key here is one, two'],
])('of the keys %j, a missing one is described', (names, file, there) => {
  const message = `The secrets in the backup are sealed with the key old, but ${there}.`;
  expect(describeMissingKey('the backup', 'old', names, file)).toBe(message);
  expect(() => requireKey('old', names, file)).toThrow(
    expect.objectContaining({
      code: 'WF_FAILED',
      message: message.replace('the backup', 'the database'),
      nextSteps: ['Start it with the WF_SECRET_KEY of the other replicas, or restore the file secret.key'],
    }),
  );
});

const OLD = Buffer.alloc(32, 0xcd);

test.each([
  ['hexadecimal digits', 'ab'.repeat(32), [KEY]],
  ['base64', KEY.toString('base64'), [KEY]],
  ['a list', `${'ab'.repeat(32)},${OLD.toString('base64')}`, [KEY, OLD]],
])('keys given as %s are used', async (_form, given, keys) => {
  await using folder = await tempFolder();
  expect(await readSecretKeys({ file: folder.path('secret.key'), given })).toEqual(keys);
});

test('a file has a key on each line', async () => {
  await using folder = await tempFolder();
  const file = folder.path('secret.key');
  expect(await readSecretKeys({ file, given: undefined })).toEqual([]);
  await writeFile(file, `${'ab'.repeat(32)}\n${'cd'.repeat(32)}\n`);
  expect(await readSecretKeys({ file, given: ' ' })).toEqual([KEY, OLD]);
});

test.each(['abc', 'ab'.repeat(31), 'zz'.repeat(32), `${'ab'.repeat(32)},abc`, ','])(
  '%j is not a key',
  async (given) => {
    await using folder = await tempFolder();
    const file = folder.path('secret.key');
    await expect(readSecretKeys({ file, given })).rejects.toThrow('WF_SECRET_KEY is not a key');
  },
);

test.each(['abc', '', '\n'])('the file %j is refused and left unchanged', async (text) => {
  await using folder = await tempFolder();
  const file = folder.path('secret.key');
  await writeFile(file, text);
  await expect(readSecretKeys({ file, given: '' })).rejects.toThrow(`${file} is not a key`);
  expect(await readFile(file, 'utf8')).toBe(text);
});

test('a key has the same name on every replica, for ever', () => {
  // printf 'wf secret key%s' "$(printf '\\007%.0s' $(seq 32))" | openssl dgst -sha256 -binary | basenc --base64url
  // Not the start of a plain hash of the key, which other programs may store.
  expect(nameKey(new Uint8Array(32).fill(7))).toBe('nEqIup_C');
});

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
