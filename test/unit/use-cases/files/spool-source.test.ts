import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { spoolSource } from '../../../../src/use-cases/files/spool-source.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const NOTHING = Readable.from([]);

test('a regular file is read where it is', async () => {
  await using folder = await tempFolder();
  await writeFile(folder.path('a'), 'text');
  await using source = await spoolSource({ source: 'a', cwd: folder.root, stdin: NOTHING });
  expect(source).toMatchObject({ path: folder.path('a'), name: 'a', size: 4 });
});

test('standard input is copied, and the copy is removed afterwards', async () => {
  const stdin = Readable.from([Buffer.from('one '), 'two']);
  const source = await spoolSource({ source: '-', cwd: '/', stdin });
  expect(source).toMatchObject({ name: 'Standard input', size: 7 });
  expect(await readFile(source.path, 'utf8')).toBe('one two');
  await source[Symbol.asyncDispose]();
  expect(existsSync(source.path)).toBe(false);
});

test('a named pipe is copied', async () => {
  await using folder = await tempFolder();
  await promisify(execFile)('mkfifo', [folder.path('pipe')]);
  spawn('sh', ['-c', 'printf text > pipe'], { cwd: folder.root });
  await using source = await spoolSource({ source: 'pipe', cwd: folder.root, stdin: NOTHING });
  expect(await readFile(source.path, 'utf8')).toBe('text');
});

test('an endless source of another kind is refused at its first bytes', async () => {
  const reading = spoolSource({ source: '/dev/zero', cwd: '/', stdin: NOTHING, start: '1f8b' });
  await expect(reading).rejects.toMatchObject({ message: 'Cannot read /dev/zero: it is not an archive.' });
});

test('standard input of another kind is refused in mid-sentence', async () => {
  const reading = spoolSource({ source: '-', cwd: '/', stdin: Readable.from(['zip']), start: '1f8b' });
  await expect(reading).rejects.toMatchObject({ message: 'Cannot read standard input: it is not an archive.' });
});

test('a start that comes byte by byte is accepted', async () => {
  const stdin = Readable.from([Buffer.from([0x1f]), Buffer.from([0x8b]), Buffer.from([0])]);
  await using source = await spoolSource({ source: '-', cwd: '/', stdin, start: '1f8b' });
  expect(source.size).toBe(3);
});

test.each([
  ['missing', 'there is no such file'],
  ['.', 'it is a folder'],
])('%s is refused with its reason', async (source, reason) => {
  await using folder = await tempFolder();
  const reading = spoolSource({ source, cwd: folder.root, stdin: NOTHING });
  await expect(reading).rejects.toMatchObject({ message: `Cannot read ${source}: ${reason}.` });
});
