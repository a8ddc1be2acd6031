import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { emptyVersions, sourceFolders } from '../../../../src/use-cases/develop/source-folders.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

test('all folders are in the generated one', () => {
  expect(sourceFolders('/srv/.wf')).toEqual({
    versions: '/srv/.wf/dev',
    sdk: '/srv/.wf/dev/sdk',
    carried: '/srv/.wf/dev/carried',
    preload: '/srv/.wf/dev/preload.mjs',
  });
});

test('only the versions of an earlier run are removed', async () => {
  await using at = await tempProject({
    '.wf/dev/1/a/b.mjs': '',
    '.wf/dev/12/a.mjs': '',
    '.wf/dev/2x/a.mjs': '',
    '.wf/dev/sdk/a.mjs': '',
    '.wf/dev/preload.mjs': '',
  });
  await emptyVersions(at.path('.wf'));
  expect((await readdir(at.path('.wf/dev'))).toSorted()).toEqual(['2x', 'preload.mjs', 'sdk']);
});

test('a folder for the versions is created', async () => {
  await using at = await tempProject();
  await emptyVersions(at.path('new/.wf'));
  expect(await readdir(at.path('new/.wf'))).toEqual(['dev']);
});
