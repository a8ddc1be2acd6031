import { readdir, stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createKeyRing } from '../../../../src/service/secrets/create-key-ring.ts';
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
