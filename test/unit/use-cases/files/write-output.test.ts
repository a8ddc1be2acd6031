import { readdir, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { writeOutput } from '../../../../src/use-cases/files/write-output.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

test('text is streamed to a file, relative to a folder', async () => {
  await using at = await tempProject();
  await writeOutput('out.txt', at.root, Readable.from(['a', 'b']));
  expect(await readFile(at.path('out.txt'), 'utf8')).toBe('ab');
});

test('a failure leaves the file as it was, and nothing else', async () => {
  await using at = await tempProject({ 'out.txt': 'old' });
  const parts = (async function* () {
    yield 'new';
    throw new Error('broken');
  })();
  await expect(writeOutput('out.txt', at.root, parts)).rejects.toThrow('broken');
  expect([await readFile(at.path('out.txt'), 'utf8'), await readdir(at.root)]).toEqual(['old', ['out.txt']]);
});

test('a wrong path fails before anything is read', async () => {
  await using at = await tempProject();
  let isRead = false;
  const parts = (async function* () {
    isRead = true;
    yield 'a';
  })();
  await expect(writeOutput('none/out.txt', at.root, parts)).rejects.toMatchObject({ code: 'WF_INVALID_INPUT' });
  expect(isRead).toBe(false);
});
