import { Readable } from 'node:stream';
import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readAssignments } from '../../../../src/use-cases/files/read-assignments.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

async function read(assignments: readonly string[], isStdinTaken = false) {
  await using folder = await tempFolder();
  await writeFile(folder.path('prompt.md'), 'Be kind.\nx=@y\n');
  await writeFile(folder.path('bytes'), new Uint8Array([0xff]));
  return await readAssignments(assignments, { cwd: folder.root, stdin: Readable.from(['typed']), isStdinTaken });
}

test.each([
  ['prompt=@prompt.md', 'prompt=Be kind.\nx=@y\n'],
  ['/summary:prompt=@prompt.md', '/summary:prompt=Be kind.\nx=@y\n'],
  ['prompt=@-', 'prompt=typed'],
  ['prompt=@@ann', 'prompt=@ann'],
  ['prompt=@@', 'prompt=@'],
  ['prompt=@@@ann', 'prompt=@@ann'],
  ['prompt=ann@home=@x', 'prompt=ann@home=@x'],
  ['prompt=\n@x', 'prompt=\n@x'],
  ['prompt', 'prompt'],
  ['@prompt', '@prompt'],
])('%j gives %j', async (assignment, expected) => {
  expect(await read([assignment])).toEqual([expected]);
});

test.each<[string[], boolean, object]>([
  [
    ['a=@ann'],
    false,
    {
      code: 'WF_INVALID_INPUT',
      message: 'Cannot read ann: there is no such file.',
      nextSteps: ['For a text that begins with @: --set a=@@ann'],
    },
  ],
  [['a=@bytes'], false, { code: 'WF_INVALID_INPUT', message: 'bytes is not valid UTF-8.' }],
  [['a=@'], false, { code: 'WF_USAGE', message: '--set a=@ names no file. Write a=@FILE, or a=@@ for the text "@".' }],
  [['a=@-', 'b=@-'], false, { code: 'WF_USAGE', message: 'Standard input can be read only once.' }],
  [['a=@-'], true, { code: 'WF_USAGE', message: 'Standard input can be read only once.' }],
])('%j is refused', async (assignments, isStdinTaken, error) => {
  await expect(read(assignments, isStdinTaken)).rejects.toMatchObject(error);
});
