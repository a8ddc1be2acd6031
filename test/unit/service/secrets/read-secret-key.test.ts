import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readSecretKey } from '../../../../src/service/secrets/read-secret-key.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

test('a key is created once, in a file that only its owner can read', async () => {
  await using folder = await tempFolder();
  const file = folder.path('data', 'secret.key');
  const keys = await Promise.all(Array.from({ length: 5 }, () => readSecretKey({ file, given: undefined })));
  expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1);
  expect(keys[0]).toHaveLength(32);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder.path('data'))).toEqual(['secret.key']);
});

test.each([
  ['hexadecimal digits', 'ab'.repeat(32)],
  ['base64', Buffer.alloc(32, 0xab).toString('base64')],
])('a key given as %s is used, and no file is created', async (_form, given) => {
  await using folder = await tempFolder();
  const key = await readSecretKey({ file: folder.path('secret.key'), given });
  expect(Buffer.from(key)).toEqual(Buffer.alloc(32, 0xab));
  expect(await readdir(folder.root)).toEqual([]);
});

test.each(['abc', 'ab'.repeat(31), 'zz'.repeat(32)])('%j is not a key', async (given) => {
  await using folder = await tempFolder();
  const file = folder.path('secret.key');
  await expect(readSecretKey({ file, given })).rejects.toThrow('WF_SECRET_KEY is not a key');
});

test('a truncated file is refused and left unchanged', async () => {
  await using folder = await tempFolder();
  const file = folder.path('secret.key');
  await writeFile(file, 'abc');
  await expect(readSecretKey({ file, given: '' })).rejects.toThrow(`${file} is not a key`);
  expect(await readFile(file, 'utf8')).toBe('abc');
});
