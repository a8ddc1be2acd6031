import { expect, test } from 'vitest';
import { canReplace, findInstalledZod } from '../../../../src/bundler/sdk-package/installed-zod.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

test('the nearest zod above a folder is found', async () => {
  await using project = await tempProject({
    'node_modules/zod/package.json': '{"version":"4.6.7"}',
    'packages/a/src/index.ts': '',
    'packages/b/node_modules/zod/package.json': '{"version":"3.25.0"}',
  });

  expect(await findInstalledZod(project.path('packages/a/src'))).toEqual({
    folder: project.path('node_modules/zod'),
    version: '4.6.7',
  });
  expect((await findInstalledZod(project.path('packages/b')))?.version).toBe('3.25.0');
});

test('a folder without zod above it has none', async () => {
  await using project = await tempProject();

  expect(await findInstalledZod(project.root)).toBeNull();
});

test.each([
  ['4.6.7', '4.6.7', true],
  ['4.7.0', '4.6.7', true],
  ['4.10.0', '4.9.9', true],
  ['4.6.6', '4.6.7', false],
  ['4.5.9', '4.6.7', false],
  ['5.0.0', '4.6.7', false],
  ['3.25.0', '4.6.7', false],
])('%s instead of %s: %s', (version, wanted, expected) => {
  expect(canReplace(version, wanted)).toBe(expected);
});
