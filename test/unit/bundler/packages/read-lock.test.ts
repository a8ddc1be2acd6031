import { expect, test } from 'vitest';
import { readLock } from '../../../../src/bundler/packages/read-lock.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

test.each<[Record<string, string>, string]>([
  [{ 'pnpm-lock.yaml': "lockfileVersion: '6.0'\n" }, 'was written by pnpm 8 or earlier'],
  [{ 'yarn.lock': '' }, 'was written by Yarn'],
  [{ 'bun.lockb': '' }, 'is binary'],
  [{ 'package-lock.json': '{"dependencies":{}}' }, 'was written by npm 6 or earlier'],
])('%o cannot be read', async (files, message) => {
  await using project = await tempProject(files);

  await expect(readLock(project.root, ['sharp'])).rejects.toMatchObject({
    message: expect.stringContaining(message),
    nextSteps: ['npm install --package-lock-only --ignore-scripts'],
  });
});

test("npm's lock file wins over another next to it", async () => {
  await using project = await tempProject({ 'package-lock.json': '{"packages":{}}', 'yarn.lock': '' });

  expect((await readLock(project.root, ['sharp'])).file).toBe('package-lock.json');
});
