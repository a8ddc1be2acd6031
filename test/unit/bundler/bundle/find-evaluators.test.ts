import { expect, test } from 'vitest';
import { findEvaluatorFiles } from '../../../../src/bundler/bundle/find-evaluators.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

test('files in the folder evaluators are found, except for tests, types and others', async () => {
  const names = ['b.ts', 'a.mjs', 'a.test.ts', 'types.d.ts', 'notes.md', 'deep/c.ts'];
  await using project = await tempProject(Object.fromEntries(names.map((name) => [`evaluators/${name}`, ''])));
  expect(await findEvaluatorFiles(project.root)).toEqual(['evaluators/a.mjs', 'evaluators/b.ts']);
});

test('a project without that folder has none', async () => {
  await using none = await tempProject();
  await using file = await tempProject({ evaluators: 'x' });
  expect([await findEvaluatorFiles(none.root), await findEvaluatorFiles(file.root)]).toEqual([[], []]);
});
