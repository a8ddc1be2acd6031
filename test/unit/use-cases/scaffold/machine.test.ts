import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findPackageManager } from '../../../../src/use-cases/scaffold/find-package-manager.ts';
import { findWorkspace } from '../../../../src/bundler/files/find-workspace.ts';
import { needsOwnNode } from '../../../../src/use-cases/scaffold/needs-own-node.ts';
import { tempProject, type TempProject } from '../../../helpers/temp-project.ts';

describe('the package manager', () => {
  const BY_YARN = { npm_config_user_agent: 'yarn/4.18.1 npm/? node/v24.21.0 linux x64' };

  test.each([
    ['pnpm-lock.yaml', 'pnpm'],
    ['pnpm-workspace.yaml', 'pnpm'],
    ['yarn.lock', 'yarn'],
    ['bun.lock', 'bun'],
    ['bun.lockb', 'bun'],
    ['package-lock.json', 'npm'],
    ['npm-shrinkwrap.json', 'npm'],
  ])('a folder with %s, and those below it, are of %s', async (file, manager) => {
    await using home = await tempProject({ [`code/${file}`]: '' });

    expect(findPackageManager(home.path('code'), BY_YARN, home.root)).toBe(manager);
    expect(findPackageManager(home.path('code/packages/new'), BY_YARN, home.root)).toBe(manager);
  });

  test('package.json names the package manager before lock files do', async () => {
    await using home = await tempProject({
      'code/package.json': '{"packageManager":"bun@1.4.5"}',
      'code/package-lock.json': '{}',
    });

    expect(findPackageManager(home.path('code'), {}, home.root)).toBe('bun');
  });

  test('a package manager that we do not know, and a malformed package.json, say nothing', async () => {
    await using home = await tempProject({
      'one/package.json': '{"packageManager":"cargo@1"}',
      'two/package.json': '{',
    });

    expect(findPackageManager(home.path('one'), {}, home.root)).toBe('npm');
    expect(findPackageManager(home.path('two'), {}, home.root)).toBe('npm');
  });

  test('without a lock file, it is the one that runs wf, otherwise npm', async () => {
    await using home = await tempProject({ 'yarn.lock': '' });
    await mkdir(home.path('code'));

    expect(findPackageManager(home.path('code'), { npm_config_user_agent: 'pnpm/12.21.0 npm/?' }, home.root)).toBe(
      'pnpm',
    );
    expect(findPackageManager(home.path('code'), { npm_config_user_agent: 'deno/2' }, home.root)).toBe('npm');
  });
});

describe('the workspace', () => {
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
});

describe('Node', () => {
  async function addNode(project: TempProject, folder: string, version: string): Promise<string> {
    const file = project.path(`${folder}/node`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `#!/bin/sh\necho ${version}\n`);
    await chmod(file, 0o755);
    return dirname(file);
  }

  test.each([
    ['v20.20.2', true],
    ['v24.0.0', false],
    ['v26.10.0', false],
    ['nonsense', true],
  ])('the machine has Node %s', async (version, needed) => {
    await using project = await tempProject();

    expect(await needsOwnNode({ PATH: await addNode(project, 'bin', version) })).toBe(needed);
  });

  test('a Node that is installed as a package is not the machine’s', async () => {
    await using project = await tempProject();
    const folders = [await addNode(project, 'node_modules/.bin', 'v24.0.0'), await addNode(project, 'bin', 'v20.0.0')];

    expect(await needsOwnNode({ PATH: folders.join(delimiter) })).toBe(true);
    expect(await needsOwnNode({ PATH: folders.toReversed().join(delimiter) })).toBe(true);
  });

  test('a machine without Node needs it', async () => {
    expect(await needsOwnNode({ PATH: '' })).toBe(true);
    expect(await needsOwnNode({})).toBe(true);
  });
});
