import { stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createDataFolder } from '../../../../src/use-cases/serve/create-data-folder.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

test('a folder is created with its parents, and stays if it exists', async () => {
  await using project = await tempProject();
  await createDataFolder(project.path('a/b'));
  await createDataFolder(project.path('a/b'));
  expect((await stat(project.path('a/b'))).isDirectory()).toBe(true);
});

test.each([
  ['.wf', 'a file of that name exists'],
  ['.wf/data', 'part of its path is a file'],
])('a file that blocks %s is reported', async (folder, reason) => {
  await using project = await tempProject({ '.wf': '' });
  await expect(createDataFolder(project.path(folder))).rejects.toMatchObject({
    code: 'WF_DATABASE',
    message: `Cannot create the database folder ${project.path(folder)}: ${reason}.`,
    nextSteps: ['wf config list'],
  });
});

test('a folder that cannot be created is left missing where that is allowed', async () => {
  await using project = await tempProject({ '.wf': '' });
  const below = project.path('.wf/data');
  expect(await createDataFolder(below, true).catch((error: unknown) => error)).toBeUndefined();
});
