import { existsSync } from 'node:fs';
import { chmod, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { expect, test } from 'vitest';
import { tempProject } from '../../helpers/temp-project.ts';
import { findProject } from '../../../src/project/find-project.ts';
import { thisMachine } from '../../../src/project/machine.ts';
import {
  distrustFolder,
  isTrusted,
  readTrustedFolders,
  trustFile,
  trustFolder,
} from '../../../src/project/settings/trusted-folders.ts';
import { requireTrust } from '../../../src/project/load-project-file.ts';

const NOW = new Date('2026-01-05T12:00:00Z');

async function home(files: Readonly<Record<string, string>> = {}) {
  const project = await tempProject({ 'home/x': '', 'own/x': '', 'own/deep/x': '', 'own-too/x': '', ...files });
  const machineWith = (env: Readonly<Record<string, string>>) =>
    thisMachine({
      HOME: project.path('home'),
      USERPROFILE: project.path('home'),
      APPDATA: project.path('home'),
      ...env,
    });
  return { ...project, machineWith, machine: machineWith({}) };
}

test('a folder is trusted with those in it, without packages and without neighbours', async () => {
  await using project = await home({ 'own/node_modules/evil/x': '', 'own/deep/node_modules/.x/y': '' });
  expect(isTrusted(project.path('own'), project.machine)).toBe(false);
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

const LATER = new Date('2026-02-05T12:00:00Z');

test('folders are listed in the order in which they were trusted, each once', async () => {
  await using project = await home();
  const first = { folder: project.path('own-too'), since: NOW.toISOString() };
  expect(await trustFolder(project.path('own-too'), project.machine, NOW)).toEqual({ trusted: first, isChanged: true });
  await trustFolder(project.path('own'), project.machine, LATER);
  expect(await trustFolder(project.path('own-too'), project.machine, LATER)).toEqual({
    trusted: first,
    isChanged: false,
  });
  expect(readTrustedFolders(project.machine)).toEqual([
    first,
    { folder: project.path('own'), since: LATER.toISOString() },
  ]);
});

test('only the user can read the file and its folder', async () => {
  await using project = await home();
  await trustFolder(project.path('own'), project.machine, NOW);
  const modes = [trustFile(project.machine), project.path('home/.config/wf')].map(
    async (file) => (await stat(file)).mode,
  );
  expect((await Promise.all(modes)).map((mode) => mode & 0o777)).toEqual([0o600, 0o700]);
});

test('trust ends for one folder, also for one that is gone', async () => {
  await using project = await home();
  for (const name of ['own', 'own-too']) await trustFolder(project.path(name), project.machine, NOW);
  await rm(project.path('own'), { recursive: true });
  expect(await distrustFolder(project.path('own'), project.machine)).toBe(true);
  expect(await distrustFolder(project.path('own'), project.machine)).toBe(false);
  expect(readTrustedFolders(project.machine).map(({ folder }) => folder)).toEqual([project.path('own-too')]);
});

test('of twenty folders trusted at once, none is lost', async () => {
  const folders = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`${i}/x`, '']));
  await using project = await tempProject({ 'home/x': '', ...folders });
  const machine = thisMachine({ HOME: project.path('home'), APPDATA: project.path('home') });
  await Promise.all(Array.from({ length: 20 }, (_, i) => trustFolder(project.path(String(i)), machine, NOW)));
  expect(readTrustedFolders(machine)).toHaveLength(20);
});

const RUNS = "process.getBuiltinModule('fs').writeFileSync(new URL('ran', import.meta.url), '');";
const RUNS_COMMON = "require('fs').writeFileSync(__dirname + '/ran', '');\nmodule.exports = { app: 'x' };";

test('the error has the command that trusts the folder, quoted', async () => {
  const machine = thisMachine({ HOME: '/home/nobody' });
  expect(() => requireTrust('/srv/my flow/wf.config.ts', 3, machine)).toThrow(
    expect.objectContaining({
      code: 'WF_NOT_TRUSTED',
      exitCode: 2,
      message:
        '/srv/my flow/wf.config.ts contains code (line 3), and you have not trusted its folder, so wf did not run it.',
      nextSteps: ["wf trust '/srv/my flow'", 'For this run only, add --trust. On a build machine, set WF_TRUST=1.'],
    }),
  );
});

test.each([
  ['a TypeScript file', { 'wf.config.ts': `${RUNS}\nexport default { app: 'x' };` }],
  ['a JavaScript file', { 'wf.config.js': RUNS_COMMON }],
  ['a module', { '.wfrc.mjs': `${RUNS}\nexport default { app: 'x' };` }],
  ['a file that imports another', { '.wfrc.ts': "import './more.mjs';\nexport default {};", 'more.mjs': RUNS }],
  ['data that imports CommonJS', { '.wfrc': '$import: ./more.cjs', 'more.cjs': RUNS_COMMON }],
  ['data that imports JavaScript', { 'wf.config.json': '{"$import": "./more.js"}', 'more.js': RUNS_COMMON }],
  [
    'data that imports data that imports code',
    { '.wfrc': '$import: ./b.yaml', 'b.yaml': '$import: ./c.mjs', 'c.mjs': `${RUNS}\nexport default {};` },
  ],
  ['a package.json', { 'package.json': '{"wf": {"$import": "./more.js"}}', 'more.js': RUNS_COMMON }],
])('%s does not run before its folder is trusted', async (_what, files) => {
  await using project = await tempProject({ ...files, 'home/x': '' });
  const machine = thisMachine({ HOME: project.path('home'), APPDATA: project.path('home') });
  await expect(findProject(project.root, machine)).rejects.toMatchObject({ code: 'WF_NOT_TRUSTED' });
  expect(existsSync(project.path('ran'))).toBe(false);
  await trustFolder(project.root, machine, new Date());
  await findProject(project.root, machine);
  expect(existsSync(project.path('ran'))).toBe(true);
});
