import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { expect, test } from 'vitest';
import { thisMachine } from '../../../../src/project/machine.ts';
import { trustFolder } from '../../../../src/project/settings/change-trust.ts';
import { isTrusted, readTrustedFolders, trustFile } from '../../../../src/project/settings/trusted-folders.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const NOW = new Date('2026-01-05T12:00:00Z');

async function home(files: Readonly<Record<string, string>> = {}) {
  const project = await tempProject({ 'own/x': '', 'own/deep/x': '', 'own-too/x': '', ...files });
  const machineWith = (env: Readonly<Record<string, string>>) =>
    thisMachine({
      HOME: project.path('home'),
      USERPROFILE: project.path('home'),
      APPDATA: project.path('home'),
      ...env,
    });
  return { ...project, machineWith, machine: machineWith({}) };
}

test('nothing is trusted at first', async () => {
  await using project = await home();
  expect(readTrustedFolders(project.machine)).toEqual([]);
  expect(isTrusted(project.path('own'), project.machine)).toBe(false);
});

test('a folder is trusted with those in it, without packages and without neighbours', async () => {
  await using project = await home({ 'own/node_modules/evil/x': '', 'own/deep/node_modules/.x/y': '' });
  await trustFolder(project.path('own'), project.machine, NOW);
  const trusted = (folder: string) => isTrusted(project.path(folder), project.machine);
  expect(['own', 'own/deep', 'own-too', '.', 'own/node_modules/evil', 'own/deep/node_modules/.x'].map(trusted)).toEqual(
    [true, true, false, false, false, false],
  );
});

test('a link is what it leads to', async () => {
  await using project = await home();
  await trustFolder(project.path('own'), project.machine, NOW);
  await symlink(project.path('own-too'), project.path('own/inside'), 'junction');
  await symlink(project.path('own'), project.path('other-name'), 'junction');
  expect(isTrusted(project.path('own/inside'), project.machine)).toBe(false);
  expect(isTrusted(project.path('other-name'), project.machine)).toBe(true);
});

test('a packages folder that is trusted by name is trusted', async () => {
  await using project = await home({ 'own/node_modules/mine/x': '' });
  await trustFolder(project.path('own/node_modules/mine'), project.machine, NOW);
  expect(isTrusted(project.path('own/node_modules/mine'), project.machine)).toBe(true);
});

test('a build machine trusts the folders of a variable, but no relative ones', async () => {
  await using project = await home();
  const list = ['', '.', 'own', '/does/not/exist', project.path('own')].join(delimiter);
  expect(isTrusted(project.path('own/deep'), project.machineWith({ WF_TRUSTED_FOLDERS: list }))).toBe(true);
  for (const relative of ['', '.', 'own', delimiter])
    expect(isTrusted(project.path('own'), project.machineWith({ WF_TRUSTED_FOLDERS: relative }))).toBe(false);
});

test.each([
  ['{"folders": []}', 'it must contain a list of folders'],
  ['[{"path": "/"}]', 'it must contain a list of folders'],
  ['["/"]', 'it must contain a list of folders'],
  ['[', 'it is not JSON'],
])('a file of trusted folders that holds %s is refused', async (text, reason) => {
  await using project = await home();
  await trustFolder(project.path('own'), project.machine, NOW);
  await writeFile(trustFile(project.machine), text);
  expect(() => isTrusted(project.path('own'), project.machine)).toThrow(reason);
});

test('a file that others can write to is refused', async () => {
  await using project = await home();
  await trustFolder(project.path('own'), project.machine, NOW);
  await chmod(trustFile(project.machine), 0o666);
  expect(() => isTrusted(project.path('own'), project.machine)).toThrow(
    expect.objectContaining({
      code: 'WF_INVALID_INPUT',
      message: `Cannot read the trusted folders in ${trustFile(project.machine)}: another user could have written it.`,
      nextSteps: ['Delete the file, and run wf trust in the folders that you trust.'],
      details: { file: trustFile(project.machine) },
    }),
  );
  await chmod(trustFile(project.machine), 0o644);
  expect(isTrusted(project.path('own'), project.machine)).toBe(true);
});

test('a folder that is gone and made again by the same name is trusted again', async () => {
  await using project = await home();
  await mkdir(project.path('again'));
  await trustFolder(project.path('again'), project.machine, NOW);
  expect(isTrusted(project.path('again'), project.machine)).toBe(true);
});
