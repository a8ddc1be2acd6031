import { expect, test } from 'vitest';
import { isWritable } from '../../../../src/use-cases/files/is-writable.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

test('a file, a folder, and what could be created in it can be written', async () => {
  await using at = await tempProject({ 'a/b.txt': '' });
  for (const path of ['a', 'a/b.txt', 'a/new.txt', 'new/deep/c.txt'])
    expect(isWritable(at.path(path)), path).toBe(true);
});

test('nothing can be created in a file', async () => {
  await using at = await tempProject({ 'a.txt': '' });
  expect(isWritable(at.path('a.txt/b'))).toBe(false);
});
