import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createKeyRing, describeMissingKey, requireKey } from '../../../../src/service/secrets/create-key-ring.ts';
import { nameKey } from '../../../../src/service/secrets/name-key.ts';
import { readSecretKeys } from '../../../../src/service/secrets/read-secret-keys.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const KEY = Buffer.alloc(32, 0xab);
const NO_SECRETS = async () => null;

test('a key is created once, in a file that only its owner can read', async () => {
  await using folder = await tempFolder();
  const file = folder.path('data', 'secret.key');
  const open = () => createKeyRing({ file, given: undefined, readExpected: NO_SECRETS })();
  const rings = await Promise.all(Array.from({ length: 5 }, open));
  expect(new Set(rings.map((keys) => keys.map(nameKey).join())).size).toBe(1);
  expect(rings[0]?.map((key) => key.length)).toEqual([32]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder.path('data'))).toEqual(['secret.key']);
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
