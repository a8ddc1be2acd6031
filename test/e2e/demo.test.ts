import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { runWf } from '../helpers/run-wf.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

test('the demo goes the whole road, from an empty folder to an evaluated deployment', async () => {
  await using home = await tempFolder();
  const { exitCode, stdout, stderr } = await runWf([], {
    cwd: home.root,
    program: resolve(import.meta.dirname, 'demo.ts'),
  });
  expect([exitCode, exitCode === 0 ? '' : stderr]).toEqual([0, '']);
  expect(stdout).toContain('That is the whole road.');
});
