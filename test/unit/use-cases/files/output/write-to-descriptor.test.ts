import { open, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { writeToDescriptor } from '../../../../../src/use-cases/files/output/write-to-descriptor.ts';
import { tempProject } from '../../../../helpers/temp-project.ts';

test('all bytes are written, one chunk after the other', async () => {
  await using at = await tempProject();
  const handle = await open(at.path('a'), 'w');
  const write = writeToDescriptor(handle.fd);
  for (const text of ['one ', '', 'two']) await write(Buffer.from(text));
  await handle.close();
  expect(await readFile(at.path('a'), 'utf8')).toBe('one two');
});

test('a failure is thrown', async () => {
  await using at = await tempProject({ a: '' });
  const handle = await open(at.path('a'), 'r');
  await expect(writeToDescriptor(handle.fd)(Buffer.from('x'))).rejects.toMatchObject({ code: 'EBADF' });
  await handle.close();
});
