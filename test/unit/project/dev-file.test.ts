import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import {
  devFilePath,
  localKeyPath,
  readDevFile,
  readLocalKey,
  removeDevFile,
  writeDevFile,
} from '../../../src/project/dev-file.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

const RUNNING = { url: 'http://127.0.0.1:4747', pid: process.pid, started_at: '2026-01-05T12:00:00.000Z' };
/** Above every id that a system gives. */
const NOBODY = 2 ** 30;

async function writePrivately(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600 });
}

test('a running wf dev is found by its file, until the file is removed', async () => {
  await using folder = await tempFolder();
  expect(readDevFile(folder.root)).toBeNull();
  await writeDevFile(folder.root, RUNNING);
  expect(devFilePath(folder.root)).toBe(folder.path('dev.json'));
  expect((await stat(folder.path('dev.json'))).mode & 0o777).toBe(0o600);
  expect(await readFile(folder.path('dev.json'), 'utf8')).toBe(`${JSON.stringify(RUNNING, null, 2)}\n`);
  expect(readDevFile(folder.root)).toEqual(RUNNING);
  removeDevFile(folder.root, process.pid + 1);
  expect(readDevFile(folder.root)).toEqual(RUNNING);
  removeDevFile(folder.root, process.pid);
  expect(readDevFile(folder.root)).toBeNull();
});

test('the file of a wf dev that was killed is removed', async () => {
  await using folder = await tempFolder();
  await writeDevFile(folder.root, { ...RUNNING, pid: NOBODY });
  expect(readDevFile(folder.root)).toBeNull();
  await expect(stat(folder.path('dev.json'))).rejects.toThrow('ENOENT');
});

test.each(['http://localhost:1', 'http://[::1]:65535'])('%s is on this machine', async (url) => {
  await using folder = await tempFolder();
  await writeDevFile(folder.root, { ...RUNNING, url });
  expect(readDevFile(folder.root)).toEqual({ ...RUNNING, url });
});

test.each([
  'https://127.0.0.1:4747',
  'http://127.0.0.1:4747/path',
  'http://127.0.0.1',
  'http://example.com:80',
  'x http://127.0.0.1:4747',
])('no key is sent to %s', async (url) => {
  await using folder = await tempFolder();
  await writeDevFile(folder.root, { ...RUNNING, url });
  expect(readDevFile(folder.root)).toBeNull();
});

test.each([
  ['text', 'nonsense'],
  ['null', 'null'],
  ['no url', JSON.stringify({ ...RUNNING, url: 1 })],
  ['no process', JSON.stringify({ ...RUNNING, pid: '1' })],
  ['the process 0', JSON.stringify({ ...RUNNING, pid: 0 })],
  ['half a process', JSON.stringify({ ...RUNNING, pid: 1.5 })],
  ['no time', JSON.stringify({ ...RUNNING, started_at: null })],
])('a file with %s is ignored', async (_, text) => {
  await using folder = await tempFolder();
  await writePrivately(devFilePath(folder.root), text);
  expect(readDevFile(folder.root)).toBeNull();
});

test('the key is read without its line break, and only where nobody else could have written it', async () => {
  await using folder = await tempFolder();
  expect(readLocalKey(folder.root)).toBeNull();
  await mkdir(folder.path('data'));
  expect(localKeyPath(folder.path('data'))).toBe(folder.path('data', 'key'));
  await writePrivately(folder.path('data', 'key'), 'wf_a.b\n');
  expect(readLocalKey(folder.path('data'))).toBe('wf_a.b');
  await chmod(folder.path('data', 'key'), 0o640);
  expect(readLocalKey(folder.path('data'))).toBeNull();
});
