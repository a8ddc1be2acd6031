import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requireEntry } from '../../../../src/bundler/build/require-entry.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

test('an existing entry is accepted with and without a leading dot', async () => {
  await using project = await tempProject({ 'src/workflow.ts': '' });

  await expect(requireEntry(project.root, 'src/workflow.ts')).resolves.toBeUndefined();
  await expect(requireEntry(project.root, './src/workflow.ts')).resolves.toBeUndefined();
});

test.each([
  ['src/workflw.ts', 'Did you mean src/workflow.ts?'],
  ['workflow.ts', 'Did you mean src/workflow.ts?'],
  ['other/place.ts', '/other/place.ts.'],
])('a missing entry %s is reported with its path: %s', async (entry, hint) => {
  await using project = await tempProject({ 'src/workflow.ts': '', 'src/workflow.test.ts': '' });

  await expect(requireEntry(project.root, entry)).rejects.toMatchObject({
    code: 'WF_BUILD_FAILED',
    message: expect.stringContaining(hint),
    nextSteps: [expect.stringContaining('wf.config.ts')],
  });
});

test('a folder is not an entry', async () => {
  await using project = await tempProject({ 'src/workflow.ts': '' });

  await expect(requireEntry(project.root, 'src')).rejects.toThrow('is a folder, not a module');
});

test.each(['../outside.ts', '/etc/hosts', '.', 'src/../..'])(
  'an entry outside the project is rejected: %s',
  async (entry) => {
    await using project = await tempProject({ 'src/workflow.ts': '' });

    await expect(requireEntry(project.root, entry)).rejects.toThrow('is not inside the project');
  },
);

test('a message is whole, and names the setting', async () => {
  await using project = await tempProject({ 'src/workflow.ts': '' });
  const refused = async (entry: string) => await requireEntry(project.root, entry).catch((error: unknown) => error);

  expect(await refused('src')).toMatchObject({ message: 'The entry "src" is a folder, not a module.' });
  expect(await refused('../x.ts')).toMatchObject({ message: 'The entry "../x.ts" is not inside the project.' });
  expect(await refused('far.ts')).toMatchObject({
    message: `The entry "far.ts" does not exist: there is no file ${join(project.root, 'far.ts')}.`,
    nextSteps: ['Set "entry" in wf.config.ts to the module that exports the routes, as in src/workflow.ts'],
  });
});

test('several modules may be meant', async () => {
  const files = ['far.ts', 'src/far.ts', 'lib/far.ts', 'src/nearx.ts', 'src/neary.ts'];
  await using project = await tempProject(Object.fromEntries(files.map((file) => [file, ''])));
  await expect(requireEntry(project.root, 'src/nearz.ts')).rejects.toThrow(
    'nearz.ts. Did you mean src/nearx.ts or src/neary.ts?',
  );
  await expect(requireEntry(project.root, 'a/very/deep/folder/far.ts')).rejects.toThrow(
    'far.ts. Did you mean far.ts or src/far.ts?',
  );
});

test('declarations, tests and configurations are no entries, and other modules may be meant', async () => {
  const files = ['app.d.ts', 'app.test.ts', 'app.config.mts', 'app.txt', 'app.jsx', 'app.cts'];
  await using project = await tempProject(Object.fromEntries(files.map((file) => [file, ''])));
  await expect(requireEntry(project.root, 'app.ts')).rejects.toMatchObject({
    message: `The entry "app.ts" does not exist: there is no file ${join(project.root, 'app.ts')}. Did you mean app.cts?`,
  });
});
