import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { placeFiles, requireFreeFolder } from '../../../../src/use-cases/scaffold/place-files.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

async function folderWith(...names: readonly string[]) {
  const folder = await tempFolder();
  for (const name of names) {
    if (name.endsWith('/')) await mkdir(folder.path(name));
    else await writeFile(folder.path(name), 'mine');
  }
  return folder;
}

test.each([
  [['c', 'a', 'b'], 'a, b, c', false],
  [['d', 'c', 'a', 'b'], 'a, b, c and 1 more', false],
  [['package.json', 'src/'], 'package.json, src', true],
  [['package.json', 'wf.config.mjs'], 'package.json, wf.config.mjs', false],
  [['package.json', '.wfrc.json'], '.wfrc.json, package.json', false],
  [['my-wf.config.ts', 'package.json'], 'my-wf.config.ts, package.json', true],
])('a folder with %j is not empty, and may be joined', async (names, listed, canJoin) => {
  await using folder = await folderWith(...names);
  await expect(requireFreeFolder(folder.root)).rejects.toMatchObject({
    message: `The folder ${folder.root} is not empty: it contains ${listed}.`,
    nextSteps: [...(canJoin ? [`wf init --into ${folder.root}`] : []), 'wf init my-workflow'],
  });
});

test('files are placed with their folders, and what an interrupted run left is removed', async () => {
  await using folder = await folderWith('.git/', '.wf-init-3/');
  await placeFiles(folder.root, [
    { path: 'package.json', content: '{}' },
    { path: 'src/deep/workflow.ts', content: 'code' },
  ]);
  expect((await readdir(folder.root)).toSorted()).toEqual(['.git', 'package.json', 'src']);
  expect(await readFile(folder.path('src/deep/workflow.ts'), 'utf8')).toBe('code');
});

test('if a file cannot be placed, none is', async () => {
  await using folder = await folderWith('src/');
  await writeFile(folder.path('src/mine.ts'), 'mine');
  const placing = placeFiles(folder.root, [
    { path: 'package.json', content: '{}' },
    { path: 'src/workflow.ts', content: 'code' },
  ]);
  await expect(placing).rejects.toMatchObject({
    code: 'WF_FAILED',
    message: expect.stringMatching(`^Cannot write the project to ${folder.root}: ENOTEMPTY.*\\.$`) as string,
  });
  expect(await readdir(folder.root)).toEqual(['src']);
  expect(await readdir(folder.path('src'))).toEqual(['mine.ts']);
});
