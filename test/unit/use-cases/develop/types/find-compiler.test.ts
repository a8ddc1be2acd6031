import { expect, test } from 'vitest';
import { findCompiler } from '../../../../../src/use-cases/develop/types/find-compiler.ts';
import { tempProject } from '../../../../helpers/temp-project.ts';

const INSTALLED = { 'node_modules/typescript/package.json': '{}', 'node_modules/typescript/bin/tsc': '' };

test("a project's own compiler is found", async () => {
  await using at = await tempProject({ 'tsconfig.json': '{}', ...INSTALLED });
  expect(findCompiler(at.root)).toEqual({
    script: at.path('node_modules/typescript/bin/tsc'),
    config: at.path('tsconfig.json'),
  });
});

test.each([
  ['configuration', INSTALLED],
  ['script', { 'tsconfig.json': '{}', 'node_modules/typescript/package.json': '{}' }],
])('without a %s, there is none', async (_, files) => {
  await using at = await tempProject(files);
  expect(findCompiler(at.root)).toBeNull();
});
