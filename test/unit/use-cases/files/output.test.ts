import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { isWritable } from '../../../../src/use-cases/files/is-writable.ts';
import { openOutput } from '../../../../src/use-cases/files/output/open-output.ts';
import { describedBy } from '../../../../src/use-cases/files/output/output-error.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const run = promisify(execFile);

describe('a regular file', () => {
  test('is replaced whole and keeps its permission bits', async () => {
    await using folder = await tempFolder();
    await writeFile(folder.path('out.csv'), 'a longer old text');
    await chmod(folder.path('out.csv'), 0o640);
    await write('out.csv', folder.root, 'new');
    expect(await readFile(folder.path('out.csv'), 'utf8')).toBe('new');
    expect((await stat(folder.path('out.csv'))).mode & 0o7777).toBe(0o640);
    expect(await readdir(folder.root)).toEqual(['out.csv']);
  });

  test('stays as it was when its source fails, and nothing is left next to it', async () => {
    await using folder = await tempFolder();
    await writeFile(folder.path('out'), 'old');
    const failing = async function* () {
      yield 'a part';
      throw await Promise.resolve(new Error('The service is gone.'));
    };
    const output = await openOutput('out', folder.root);
    await expect(pipeline(failing, output)).rejects.toThrow(
      expect.objectContaining({ message: 'The service is gone.' }),
    );
    // The pipeline does not wait until the temporary file is removed.
    if (!output.closed) await new Promise((closed) => output.once('close', closed));
    expect(await readFile(folder.path('out'), 'utf8')).toBe('old');
    expect(await readdir(folder.root)).toEqual(['out']);
  });

  test('is written where its link points, and the link stays', async () => {
    await using folder = await tempFolder();
    await writeFile(folder.path('target'), 'old');
    await symlink('target', folder.path('link'));
    await symlink('not-yet', folder.path('dangling'));
    await write('link', folder.root, 'new');
    await write('dangling', folder.root, 'first');
    expect((await lstat(folder.path('link'))).isSymbolicLink()).toBe(true);
    expect(await readFile(folder.path('target'), 'utf8')).toBe('new');
    expect(await readFile(folder.path('not-yet'), 'utf8')).toBe('first');
  });

  test('may have a line break in its name, and a new one has the given mode', async () => {
    await using folder = await tempFolder();
    const output = await openOutput('two\nlines', folder.root, 0o600);
    output.end('text');
    await once(output, 'close');
    expect(await readFile(folder.path('two\nlines'), 'utf8')).toBe('text');
    expect((await stat(folder.path('two\nlines'))).mode & 0o7777).toBe(0o600);
  });
});

describe('what is not a regular file is written to and stays', () => {
  test('a named pipe, whose reader may come later', async () => {
    await using folder = await tempFolder();
    await run('mkfifo', [folder.path('pipe')]);
    const long = 'x'.repeat(300_000);
    const written = write('pipe', folder.root, long);
    const reader = spawn('cat', [folder.path('pipe')]);
    expect(await text(reader.stdout)).toBe(long);
    await written;
    expect((await stat(folder.path('pipe'))).isFIFO()).toBe(true);
  });

  test('a socket', async () => {
    await using folder = await tempFolder();
    const server = createServer();
    server.listen(folder.path('socket'));
    const received = once(server, 'connection').then(([socket]) => text(socket));
    await once(server, 'listening');
    await write('socket', folder.root, 'text');
    expect(await received).toBe('text');
    server.close();
  });

  test('a device', async () => {
    await write('/dev/null', '/', 'text');
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
  });
});

describe('what cannot be written is refused with its reason', () => {
  test.each([
    ['folder', 'WF_INVALID_INPUT', 'it is a folder'],
    ['missing/file', 'WF_INVALID_INPUT', 'there is no folder missing'],
    ['file/inside', 'WF_INVALID_INPUT', 'a part of its path is not a folder'],
    ['new/', 'WF_INVALID_INPUT', 'it is a folder'],
    ['one', 'WF_INVALID_INPUT', 'its symbolic links form a circle'],
    ['n'.repeat(300), 'WF_INVALID_INPUT', 'its name is too long'],
    ['/dev/full', 'WF_FAILED', 'the disk is full'],
    ['/dev/fd/999', 'WF_INVALID_INPUT', 'this descriptor is not open for writing'],
  ])('%s', async (file, code, reason) => {
    await using folder = await tempFolder();
    await run('mkdir', [folder.path('folder')]);
    await writeFile(folder.path('file'), '');
    await symlink('two', folder.path('one'));
    await symlink('one', folder.path('two'));
    const message = `Cannot write ${file}: ${reason}.`;
    await expect(write(file, folder.root, 'text')).rejects.toMatchObject({ code, message });
  });

  test('a pipe whose reader leaves', async () => {
    await using folder = await tempFolder();
    await run('mkfifo', [folder.path('pipe')]);
    spawn('head', ['-c', '1', folder.path('pipe')]);
    const written = write('pipe', folder.root, 'x'.repeat(1_000_000));
    await expect(written).rejects.toMatchObject({
      code: 'WF_FAILED',
      message: 'Cannot write pipe: its reader is gone.',
    });
  });
});

async function write(file: string, cwd: string, content: string): Promise<void> {
  await pipeline([content], await openOutput(file, cwd));
}

describe('an error of the system', () => {
  const refuse = async (code: string) =>
    await describedBy('out.csv')(Promise.reject(Object.assign(new Error('no'), { code }))).catch(
      (error: unknown) => error,
    );

  test.each([
    ['ENOENT', 'there is no such folder'],
    ['ENOTDIR', 'a part of its path is not a folder'],
    ['EISDIR', 'it is a folder'],
    ['EACCES', 'permission denied'],
    ['EPERM', 'permission denied'],
    ['EROFS', 'the file system is read-only'],
    ['ELOOP', 'its symbolic links form a circle'],
    ['ENAMETOOLONG', 'its name is too long'],
    ['EBUSY', 'it is mounted, so it cannot be replaced'],
    ['EBADF', 'this descriptor is not open for writing'],
    ['ECONNREFUSED', 'nobody listens on this socket'],
    ['EMFILE', 'EMFILE'],
  ])('%s means that the file is a wrong choice: %s', async (code, reason) => {
    expect(await refuse(code)).toMatchObject({
      code: 'WF_INVALID_INPUT',
      message: `Cannot write out.csv: ${reason}.`,
      cause: { code },
    });
  });

  test.each([
    ['ENOSPC', 'the disk is full'],
    ['EDQUOT', 'the quota is used up'],
    ['EFBIG', 'the file would be larger than this system allows'],
    ['EPIPE', 'its reader is gone'],
    ['ECONNRESET', 'its reader is gone'],
    ['EIO', 'the device failed'],
  ])('%s means that writing failed: %s', async (code, reason) => {
    expect(await refuse(code)).toMatchObject({ code: 'WF_FAILED', message: `Cannot write out.csv: ${reason}.` });
  });

  test('other errors and results stay as they are', async () => {
    const describe = describedBy('out.csv');
    for (const error of [new Error('plain'), Object.assign(new Error('coded'), { code: 'ERR_X' }), 'text']) {
      await expect(describe(Promise.reject(error))).rejects.toBe(error);
    }
    expect(await describe(Promise.resolve(7))).toBe(7);
  });

  test.each([
    [13, 'WF_FAILED', 'the disk is full'],
    [4874, 'WF_FAILED', 'the disk is full'],
    // SQLite adds details above the first byte.
    [8 + 256 * 5, 'WF_INVALID_INPUT', 'the file system is read-only'],
  ])('result %d of SQLite means the same', async (errcode, code, reason) => {
    const error = Object.assign(new Error('no'), { code: 'ERR_SQLITE_ERROR', errcode });
    const told = await describedBy('out.db')(Promise.reject(error)).catch((refused: unknown) => refused);
    expect(told).toMatchObject({ code, message: `Cannot write out.db: ${reason}.`, cause: error });
  });

  test('any other result of SQLite is left as it is', async () => {
    const error = Object.assign(new Error('no'), { code: 'ERR_SQLITE_ERROR', errcode: 11 });
    await expect(describedBy('out.db')(Promise.reject(error))).rejects.toBe(error);
  });
});

describe('a place to write', () => {
  test('a file, a folder, and what could be created in it can be written', async () => {
    await using at = await tempProject({ 'a/b.txt': '' });
    for (const path of ['a', 'a/b.txt', 'a/new.txt', 'new/deep/c.txt'])
      expect(isWritable(at.path(path)), path).toBe(true);
  });

  test('nothing can be created in a file', async () => {
    await using at = await tempProject({ 'a.txt': '' });
    expect(isWritable(at.path('a.txt/b'))).toBe(false);
  });
});
