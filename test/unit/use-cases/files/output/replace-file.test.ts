import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { replaceFile } from '../../../../../src/use-cases/files/output/replace-file.ts';
import { tempProject } from '../../../../helpers/temp-project.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('a file appears when it is complete, with the mode of a new file', async () => {
  await using at = await tempProject();
  const before = process.listenerCount('exit');
  const sink = await replaceFile(at.path('a.txt'), null, 0o600);
  await sink.write(bytes('one '));
  await sink.write(bytes('two'));
  const [part, ...others] = await readdir(at.root);
  expect([part, others, process.listenerCount('exit')]).toEqual([
    expect.stringMatching(/^a\.txt\.[0-9a-f]{8}\.part$/),
    [],
    before + 1,
  ]);
  await sink.finish();
  expect([await readdir(at.root), await readFile(at.path('a.txt'), 'utf8')]).toEqual([['a.txt'], 'one two']);
  expect([(await stat(at.path('a.txt'))).mode & 0o777, process.listenerCount('exit')]).toEqual([0o600, before]);
  await sink.discard();
  expect(await readdir(at.root)).toEqual(['a.txt']);
});

test('a file that is replaced keeps its permissions', async () => {
  await using at = await tempProject({ 'a.txt': 'old' });
  await chmod(at.path('a.txt'), 0o640);
  const sink = await replaceFile(at.path('a.txt'), await stat(at.path('a.txt')), 0o600);
  await sink.write(bytes('new'));
  expect(await readFile(at.path('a.txt'), 'utf8')).toBe('old');
  await sink.finish();
  expect([await readFile(at.path('a.txt'), 'utf8'), (await stat(at.path('a.txt'))).mode & 0o777]).toEqual([
    'new',
    0o640,
  ]);
});

test('what is discarded leaves nothing behind', async () => {
  await using at = await tempProject({ 'a.txt': 'old' });
  const before = process.listenerCount('exit');
  const sink = await replaceFile(at.path('a.txt'), await stat(at.path('a.txt')), 0o600);
  await sink.write(bytes('new'));
  await sink.discard();
  await sink.discard();
  expect([await readdir(at.root), await readFile(at.path('a.txt'), 'utf8')]).toEqual([['a.txt'], 'old']);
  expect(process.listenerCount('exit')).toBe(before);
});
