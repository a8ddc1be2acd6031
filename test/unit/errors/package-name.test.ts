import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PACKAGE_NAME } from '../../../src/errors/package-name.ts';

test('the name in code is the published one', () => {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ name: PACKAGE_NAME, bin: { wf: 'bin/wf.js' } });
});
