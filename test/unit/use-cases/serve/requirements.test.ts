import { mkdir, readdir, rm } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { UserError } from '../../../../src/foundation/errors/wf-error.ts';
import {
  createDataFolder,
  createDiskCheck,
  describeDiskProblem,
} from '../../../../src/use-cases/serve/create-data-folder.ts';
import { listenNearby } from '../../../../src/use-cases/develop/serve-dev.ts';
import { readVariables } from '../../../../src/use-cases/serve/read-variables.ts';
import { requireSystemSandbox } from '../../../../src/use-cases/serve/require-system-sandbox.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

describe('the disk', () => {
  test('a folder that takes writes has no problem, and nothing stays in it', async () => {
    await using folder = await tempProject();
    expect(await createDiskCheck(folder.root)()).toBeNull();
    expect(await readdir(folder.root)).toEqual([]);
  });

  test('a problem is found, and found to be over, within a second', async () => {
    await using parent = await tempProject({ 'data/x': '' });
    let now = 0;
    const check = createDiskCheck(parent.path('data'), () => now);
    expect(await check()).toBeNull();
    await rm(parent.path('data'), { recursive: true });
    now = 999;
    expect(await check()).toBeNull();
    now = 1000;
    expect(await check()).toBe('The data folder takes no writes: it is gone.');
  });

  test('a reason without a message is reported by its code', async () => {
    await using parent = await tempProject({ file: '' });
    expect(await createDiskCheck(parent.path('file'))()).toBe('The data folder takes no writes: ENOTDIR.');
  });

  test.each([
    ['ENOSPC', 'its disk is full'],
    ['EDQUOT', 'its quota is used up'],
    ['EROFS', 'its disk is read-only'],
    ['EACCES', 'the service may not write to it'],
    ['EPERM', 'the service may not write to it'],
    ['ENOENT', 'it is gone'],
    ['EIO', 'its disk fails'],
    ['EBUSY', 'EBUSY'],
  ])('the code %s means that %s', (code, reason) => {
    const error = Object.assign(new Error('write'), { code });
    expect(describeDiskProblem(error)).toBe(`The data folder takes no writes: ${reason}.`);
  });
});

describe('the data folder', () => {
  test.each([
    ['.wf', 'a file of that name exists'],
    ['.wf/data', 'part of its path is a file'],
  ])('a file that blocks %s is reported', async (folder, reason) => {
    await using project = await tempProject({ '.wf': '' });
    await expect(createDataFolder(project.path(folder))).rejects.toMatchObject({
      code: 'WF_DATABASE',
      message: `Cannot create the database folder ${project.path(folder)}: ${reason}.`,
      nextSteps: ['wf config list'],
    });
  });

  test('a folder that cannot be created is left missing where that is allowed', async () => {
    await using project = await tempProject({ '.wf': '' });
    const below = project.path('.wf/data');
    expect(await createDataFolder(below, true).catch((error: unknown) => error)).toBeUndefined();
  });
});

describe('variables of the project', () => {
  const SHELL = {
    FIRST: 'shell',
    EMPTY: 'shell',
    TAKEN: 'shell',
    LOCAL: 'shell',
    OTHER: 'unseen',
    WF_API_KEY: 'shell',
  };
  const FILES = {
    '.env': 'FIRST=file\nSECOND="two words"\nEMPTY=\nWF_API_KEY=\nwf_app=file\nWF_SECRET_KEY=file\nLOCAL=file\n',
    '.env.local': 'LOCAL=\n',
  };

  test('a workflow sees what its .env files write, whatever the shell has', async () => {
    await using project = await tempProject(FILES);
    const written = { FIRST: 'file', SECOND: 'two words', EMPTY: '', LOCAL: '' };
    expect(await readVariables({ root: project.root, taken: [] }, SHELL)).toEqual(written);
  });

  test('the names that the project file takes have the value of the shell, if it has one; those of wf never', async () => {
    await using project = await tempProject(FILES);
    const taken = ['EMPTY', 'TAKEN', 'SECOND', 'GONE', 'WF_API_KEY'];
    const seen = { FIRST: 'file', SECOND: 'two words', EMPTY: 'shell', TAKEN: 'shell', LOCAL: '' };
    expect(await readVariables({ root: project.root, taken }, SHELL)).toEqual(seen);
  });

  test('without a project or its .env there are none', async () => {
    await using project = await tempProject();
    expect(await readVariables({ root: project.root, taken: [] }, { FIRST: 'shell' })).toEqual({});
    expect(await readVariables(null, { FIRST: 'shell' })).toEqual({});
  });

  test('a .env that cannot be read is an error', async () => {
    await using project = await tempProject();
    await mkdir(project.path('.env'));
    await expect(readVariables({ root: project.root, taken: [] }, {})).rejects.toThrow(
      expect.objectContaining({ message: 'EISDIR: illegal operation on a directory, read' }),
    );
  });
});

describe('the sandbox', () => {
  test.each(['bubblewrap', 'namespaces'] as const)('%s is a sandbox of the system', (kind) => {
    expect(() => requireSystemSandbox(kind)).not.toThrow();
  });

  test('Node alone is none', () => {
    expect(() => requireSystemSandbox('permission-model')).toThrow(
      expect.objectContaining({
        code: 'WF_INVALID_INPUT',
        message:
          "Only Node's permission model confines deployed code here, and hostile code can escape it. --require-sandbox needs bubblewrap or util-linux, on Linux, with user namespaces allowed.",
        nextSteps: ['apt install bubblewrap', 'wf help security'],
      }),
    );
  });
});

describe('the port', () => {
  const taken = new UserError({ code: 'WF_CONFLICT', message: 'The port is taken.' });

  /** Listens where `isFree` permits; returns the port, and all that were tried. */
  async function listen(wanted: number | null, isFree: (port: number) => boolean) {
    const tried: number[] = [];
    const port = await listenNearby(wanted, async (candidate) => {
      tried.push(candidate);
      return isFree(candidate) ? candidate : await Promise.reject(taken);
    });
    return { port, tried };
  }

  test('the usual port is taken when it is free', async () => {
    expect(await listen(null, () => true)).toEqual({ port: 4747, tried: [4747] });
  });

  test('the next free port is taken otherwise, up to the tenth after it', async () => {
    expect(await listen(null, (port) => port === 4749)).toEqual({ port: 4749, tried: [4747, 4748, 4749] });
    expect((await listen(null, (port) => port === 4757)).port).toBe(4757);
  });

  test('any port is taken when all of these are in use', async () => {
    const { port, tried } = await listen(null, (candidate) => candidate === 0);
    expect([port, tried.length, tried.at(-2), tried.at(-1)]).toEqual([0, 12, 4757, 0]);
  });

  test('a requested port is the only one that is tried', async () => {
    expect(await listen(80, () => true)).toEqual({ port: 80, tried: [80] });
    await expect(listen(80, () => false)).rejects.toBe(taken);
    await expect(listen(0, () => false)).rejects.toBe(taken);
  });

  test('another failure is not about the port', async () => {
    const denied = new UserError({ code: 'WF_NOT_ALLOWED', message: 'No.' });
    await expect(listenNearby(null, async () => await Promise.reject(denied))).rejects.toBe(denied);
    const bug = new TypeError('x');
    await expect(listenNearby(null, async () => await Promise.reject(bug))).rejects.toBe(bug);
  });
});
