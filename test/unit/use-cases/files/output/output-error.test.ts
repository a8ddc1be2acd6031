import { expect, test } from 'vitest';
import { describedBy } from '../../../../../src/use-cases/files/output/output-error.ts';

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
