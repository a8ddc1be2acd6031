import { readdir, stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createKeyRing, describeMissingKey, requireKey } from '../../../../src/service/secrets/create-key-ring.ts';
import { nameKey } from '../../../../src/service/secrets/name-key.ts';
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

test('a key that is there is not missing', () => {
  expect(describeMissingKey('the backup', 'one', ['two', 'one'], null)).toBeNull();
  expect(() => requireKey('one', ['one'], null)).not.toThrow();
});
