import { rm, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { thisMachine } from '../../../../src/project/machine.ts';
import { distrustFolder, trustFolder } from '../../../../src/project/settings/change-trust.ts';
import { readTrustedFolders, trustFile } from '../../../../src/project/settings/trusted-folders.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const NOW = new Date('2026-01-05T12:00:00Z');
const LATER = new Date('2026-02-05T12:00:00Z');

async function home() {
  const project = await tempProject({ 'a/x': '', 'b/x': '' });
  const home = project.path('home');
  return { ...project, machine: thisMachine({ HOME: home, USERPROFILE: home, APPDATA: home }) };
}

test('folders are listed in the order in which they were trusted, each once', async () => {
  await using project = await home();
  const first = { folder: project.path('b'), since: NOW.toISOString() };
  expect(await trustFolder(project.path('b'), project.machine, NOW)).toEqual(first);
  await trustFolder(project.path('a'), project.machine, LATER);
  expect(await trustFolder(project.path('b'), project.machine, LATER)).toEqual(first);
  expect(readTrustedFolders(project.machine)).toEqual([
    first,
    { folder: project.path('a'), since: LATER.toISOString() },
  ]);
});

test('only the user can read the file and its folder', async () => {
  await using project = await home();
  await trustFolder(project.path('a'), project.machine, NOW);
  const modes = [trustFile(project.machine), project.path('home/.config/wf')].map(
    async (file) => (await stat(file)).mode,
  );
  expect((await Promise.all(modes)).map((mode) => mode & 0o777)).toEqual([0o600, 0o700]);
});

test('trust ends for one folder, also for one that is gone', async () => {
  await using project = await home();
  for (const name of ['a', 'b']) await trustFolder(project.path(name), project.machine, NOW);
  await rm(project.path('a'), { recursive: true });
  expect(await distrustFolder(project.path('a'), project.machine)).toBe(true);
  expect(await distrustFolder(project.path('a'), project.machine)).toBe(false);
  expect(readTrustedFolders(project.machine).map(({ folder }) => folder)).toEqual([project.path('b')]);
});

test('of twenty folders trusted at once, none is lost', async () => {
  await using project = await tempProject(Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`${i}/x`, ''])));
  const machine = thisMachine({ HOME: project.path('home'), APPDATA: project.path('home') });
  await Promise.all(Array.from({ length: 20 }, (_, i) => trustFolder(project.path(String(i)), machine, NOW)));
  expect(readTrustedFolders(machine)).toHaveLength(20);
});
