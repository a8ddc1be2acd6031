import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { replaceFile } from '../../../src/foundation/replace-file.ts';
import { tempProject } from '../../helpers/temp-project.ts';

test('a file is replaced with the requested permissions, or those of a new file', async () => {
  await using folder = await tempProject({ file: 'old' });
  await replaceFile(folder.path('file'), 'private', { mode: 0o600 });
  expect((await stat(folder.path('file'))).mode & 0o777).toBe(0o600);
  await replaceFile(folder.path('file'), 'usual');
  expect((await stat(folder.path('file'))).mode & 0o777).toBe(0o666 & ~process.umask());
});
