import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { needsOwnNode } from '../../../../src/use-cases/scaffold/needs-own-node.ts';
import { tempProject, type TempProject } from '../../../helpers/temp-project.ts';

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
