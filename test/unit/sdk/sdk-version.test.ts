import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { SDK_VERSION } from '../../../src/sdk/sdk-version.ts';

test('the SDK has the version of the package', async () => {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ version: SDK_VERSION });
});
