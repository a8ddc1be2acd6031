import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readSecretKeys } from '../../../../src/service/secrets/read-secret-keys.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const KEY = Buffer.alloc(32, 0xab);
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
