import { expect, test } from 'vitest';
import { referToPackage } from '../../../../src/use-cases/scaffold/refer-to-package.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

test('a private package goes along as a tarball', async () => {
  await using home = await tempProject({
    'package.json': '{"name":"wfkit","version":"2.0.0","private":true,"files":["dist"]}',
    'dist/main.js': 'run();',
  });

  const { wf, files } = await referToPackage(home.root);

  expect(wf).toBe('file:vendor/wfkit-2.0.0.tgz');
  expect(files.map(({ path }) => path)).toEqual(['vendor/wfkit-2.0.0.tgz']);
  // The mark of gzip.
  expect(
    Buffer.from(files[0]?.content ?? '')
      .subarray(0, 2)
      .toString('hex'),
  ).toBe('1f8b');
});

test('a published package is named by its exact version', async () => {
  await using home = await tempProject({ 'package.json': '{"name":"wfkit","version":"2.0.0"}' });

  expect(await referToPackage(home.root)).toEqual({ wf: '2.0.0', files: [] });
});
