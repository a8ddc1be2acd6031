import { expect, test } from 'vitest';
import { findWorkspace } from '../../../../src/use-cases/scaffold/find-workspace.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

test.each([
  ['package.json', '{"workspaces":["packages/*"]}'],
  ['package.json', '{"workspaces":{"packages":["./packages/*/"]}}'],
  ['pnpm-workspace.yaml', 'packages:\n  - packages/*\n'],
])('%s %s names its members', async (file, text) => {
  await using home = await tempProject({ [file]: text });

  expect(findWorkspace(home.path('packages/one'))).toBe(home.root);
  expect(findWorkspace(home.path('packages/one/deeper'))).toBe(null);
  expect(findWorkspace(home.path('other/one'))).toBe(null);
  expect(findWorkspace(home.root)).toBe(null);
});

test('a workspace may exclude folders', async () => {
  await using home = await tempProject({ 'package.json': '{"workspaces":["packages/**","!packages/old"]}' });

  expect(findWorkspace(home.path('packages/a/b'))).toBe(home.root);
  expect(findWorkspace(home.path('packages/old'))).toBe(null);
});

test('malformed files name no members', async () => {
  await using home = await tempProject({ 'pnpm-workspace.yaml': '[', 'package.json': '{"workspaces":7}' });

  expect(findWorkspace(home.path('packages/one'))).toBe(null);
});
