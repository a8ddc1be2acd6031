import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openBuildFolder } from '../../../../src/use-cases/develop/build-folder.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

test('a project is built in its data folder, which is created', async () => {
  await using folder = await tempFolder();
  const dataDir = folder.path('.wf');
  expect(await openBuildFolder(dataDir, false)).toBe(`${dataDir}/build`);
  expect((await stat(dataDir)).isDirectory()).toBe(true);
});
