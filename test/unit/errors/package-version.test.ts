import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { PACKAGE_VERSION } from '../../../src/errors/package-version.ts';

test('the program has the version of the package', async () => {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ version: PACKAGE_VERSION });
});
