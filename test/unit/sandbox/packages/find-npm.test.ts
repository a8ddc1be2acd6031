import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { expect, test } from 'vitest';
import { findNpm } from '../../../../src/sandbox/packages/find-npm.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

test("npm's script is found through its link on the path, and never among a project's packages", async () => {
  await using project = await tempProject({
    'lib/npm/bin/npm-cli.js': '',
    'node_modules/.bin/npm-cli.js': '',
    'bin/x': '',
  });
  await symlink(project.path('lib/npm/bin/npm-cli.js'), project.path('bin/npm'));
  await symlink(project.path('node_modules/.bin/npm-cli.js'), project.path('node_modules/.bin/npm'));
  await mkdir(project.path('shell'));
  await writeFile(project.path('shell/npm'), '#!/bin/sh\n');
  await chmod(project.path('shell/npm'), 0o755);
  const path = (...folders: string[]) => folders.map((folder) => project.path(folder)).join(delimiter);

  expect(findNpm(path('node_modules/.bin', 'shell', 'bin'))).toBe(project.path('lib/npm/bin/npm-cli.js'));
  expect(findNpm(path('node_modules/.bin', 'shell'))).toBeNull();
});
