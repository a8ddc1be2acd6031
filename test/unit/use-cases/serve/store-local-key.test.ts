import { chmod } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openCredentials } from '../../../../src/project/credential-store.ts';
import { storeLocalKey } from '../../../../src/use-cases/serve/store-local-key.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

test.each([
  ['http://127.0.0.1:8000', ['http://127.0.0.1:8000', 'http://localhost:8000']],
  ['http://[::1]:8000', ['http://127.0.0.1:8000', 'http://[::1]:8000', 'http://localhost:8000']],
])('the key of %s is found at %j', async (url, addresses) => {
  await using folder = await tempFolder();
  await chmod(folder.root, 0o700);
  await storeLocalKey('k-1', url, folder.root);
  const stored = await openCredentials(folder.root).list();
  expect(stored.map(({ origin }) => origin).toSorted()).toEqual(addresses);
  expect(stored.map(({ key }) => key)).toEqual(addresses.map(() => 'k-1'));
});
