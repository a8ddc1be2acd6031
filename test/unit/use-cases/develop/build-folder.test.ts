import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { buildWorkflow } from '../../../../src/use-cases/develop/build-workflow.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

test('a build that must stay, and cannot be written, is refused before it begins', async () => {
  await using folder = await tempFolder();
  const { root } = folder;
  const dataDir = folder.path('.wf');
  await writeFile(dataDir, 'not a folder');
  const events: unknown[] = [];
  const options = { root, entry: 'workflow.ts', app: 'support', dataDir, isKept: true };
  await expect(buildWorkflow({ ...options, onEvent: (event) => void events.push(event) })).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `Cannot write ${folder.path('.wf', 'build')}: a file is in its place.`,
  });
  expect(events).toEqual([]);
});
