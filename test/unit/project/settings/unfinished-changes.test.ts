import { mkdir, rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { listUnfinished, storeUnfinished } from '../../../../src/project/settings/unfinished-changes.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const CHANGE = {
  service: 'https://wf.test',
  appId: 'a-1',
  variantId: 'v-1',
  variantName: 'app.n',
  restore: 'wf variants revert app.n --to 3',
  pid: process.pid,
  startedAt: 0,
};

test('files that are no records, or cannot be removed, hide no unfinished change', async () => {
  await using folder = await tempFolder();
  const [first, second] = [
    await storeUnfinished(folder.root, CHANGE),
    await storeUnfinished(folder.root, { ...CHANGE, variantName: 'app.m' }),
  ];
  await writeFile(folder.path('unfinished/half.json'), '{"service": "https://wf.te');
  await writeFile(folder.path('unfinished/long.json'), ' '.repeat(10_000_000));
  await writeFile(folder.path('unfinished/odd.json'), JSON.stringify({ ...CHANGE, pid: '1', restore: ['rm'] }));
  await mkdir(folder.path('unfinished/folder.json'));
  const names = () =>
    listUnfinished(folder.root, CHANGE.service)
      .map(({ variantName }) => variantName)
      .toSorted();
  expect(names()).toEqual(['app.m', 'app.n']);
  const [found] = listUnfinished(folder.root, CHANGE.service);
  expect(listUnfinished(folder.root, 'https://other.test')).toEqual([]);
  await rm(folder.path('unfinished'), { recursive: true });
  await writeFile(folder.path('unfinished'), 'a file where the folder was');
  for (const change of [found, first, second]) expect(() => change?.remove()).not.toThrow();
});
