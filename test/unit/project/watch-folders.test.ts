import { mkdir, rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { watchFolders } from '../../../src/project/watch-folders.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

/** Watches a folder with these folders in it, and collects what changed, relative to it. */
async function open(...folders: readonly string[]) {
  const folder = await tempFolder();
  for (const name of folders) await mkdir(folder.path(name), { recursive: true });
  const changed = new Set<string>();
  const root = folder.path('project');
  const watched = watchFolders({ root, onChange: (path) => changed.add(path.slice(folder.root.length + 1)) });
  const isTold = (name: string) => expect.poll(() => [...changed]).toContain(name);
  return {
    ...folder,
    changed,
    watched,
    isTold,
    write: (name: string) => writeFile(folder.path(name), 'changed'),
    async [Symbol.asyncDispose]() {
      watched[Symbol.dispose]();
      await rm(folder.root, { recursive: true, force: true });
    },
  };
}

test('changes of files are reported, at any depth', async () => {
  await using opened = await open('project/src/deep');
  await opened.write('project/src/deep/a.ts');
  await opened.isTold('project/src/deep/a.ts');
});

test('a new folder is watched from then on', async () => {
  await using opened = await open('project');
  await mkdir(opened.path('project/new'));
  await opened.isTold('project/new');
  await opened.write('project/new/a.ts');
  await opened.isTold('project/new/a.ts');
});

test("tools' own files are not reported, but the author's hidden ones are", async () => {
  await using opened = await open('project/.git', 'project/src');
  await opened.write('project/.git/index');
  await opened.write('project/.cache');
  await opened.write('project/.env.local');
  await opened.write('project/.wfrc.json');
  await opened.isTold('project/.env.local');
  await opened.isTold('project/.wfrc.json');
  expect([...opened.changed].toSorted()).toEqual(['project/.env.local', 'project/.wfrc.json']);
});

test('installed packages are one change', async () => {
  await using opened = await open('project/node_modules/zod');
  await opened.write('project/node_modules/zod/index.js');
  await opened.write('project/node_modules/.package-lock.json');
  await opened.isTold('project/node_modules');
  expect([...opened.changed]).toEqual(['project/node_modules']);
});

test('packages that are installed later are a change, too', async () => {
  await using opened = await open('project');
  await mkdir(opened.path('project/node_modules'));
  await opened.isTold('project/node_modules');
  opened.changed.clear();
  await opened.write('project/node_modules/.package-lock.json');
  await opened.isTold('project/node_modules');
});

test('folders outside the project can be added', async () => {
  await using opened = await open('project', 'shared/deep');
  opened.watched.add([opened.path('shared'), opened.path('none')]);
  await opened.write('shared/a.ts');
  await opened.isTold('shared/a.ts');
});

test('after the end nothing is reported', async () => {
  await using opened = await open('project');
  const later: string[] = [];
  opened.watched[Symbol.dispose]();
  opened.watched.add([opened.root]);
  using _watched = watchFolders({ root: opened.path('project'), onChange: (path) => later.push(path) });
  await opened.write('project/a.ts');
  await expect.poll(() => later).toContain(opened.path('project/a.ts'));
  expect([...opened.changed]).toEqual([]);
});
