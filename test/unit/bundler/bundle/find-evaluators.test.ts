import { expect, test } from 'vitest';
import { findEvaluatorFiles } from '../../../../src/bundler/bundle/find-evaluators.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

test('the files of the folder evaluators are found, but for tests, types and other things', async () => {
  const names = ['b.ts', 'a.mjs', 'a.test.ts', 'types.d.ts', 'notes.md', 'deep/c.ts'];
  await using project = await tempProject(Object.fromEntries(names.map((name) => [`evaluators/${name}`, ''])));
  expect(await findEvaluatorFiles(project.root)).toEqual(['evaluators/a.mjs', 'evaluators/b.ts']);
});

test('a project without the folder, or with a file of its name, has none', async () => {
  await using none = await tempProject();
  await using file = await tempProject({ evaluators: 'x' });
  expect([await findEvaluatorFiles(none.root), await findEvaluatorFiles(file.root)]).toEqual([[], []]);
});
