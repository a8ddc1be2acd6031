import { mkdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readVariables } from '../../../../src/use-cases/serve/read-variables.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

test('a workflow sees the variables of its .env, with the value of the shell first', async () => {
  await using project = await tempProject({ '.env': 'FIRST=file\nSECOND="two words"\nEMPTY=\n' });
  expect(await readVariables(project.root, { FIRST: 'shell', OTHER: 'unseen' })).toEqual({
    FIRST: 'shell',
    SECOND: 'two words',
    EMPTY: '',
  });
});

test('without a project or its .env there are none', async () => {
  await using project = await tempProject();
  expect(await readVariables(project.root, { FIRST: 'shell' })).toEqual({});
  expect(await readVariables(null, { FIRST: 'shell' })).toEqual({});
});

test('a .env that cannot be read is an error', async () => {
  await using project = await tempProject();
  await mkdir(project.path('.env'));
  await expect(readVariables(project.root, {})).rejects.toThrow(
    expect.objectContaining({ message: 'EISDIR: illegal operation on a directory, read' }),
  );
});
