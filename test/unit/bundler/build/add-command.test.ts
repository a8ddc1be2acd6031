import { expect, test } from 'vitest';
import { addCommand } from '../../../../src/bundler/build/add-command.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

test.each([
  ['pnpm-lock.yaml', 'pnpm add zod'],
  ['yarn.lock', 'yarn add zod'],
  ['bun.lock', 'bun add zod'],
  ['bun.lockb', 'bun add zod'],
  ['package-lock.json', 'npm install zod'],
  ['npm-shrinkwrap.json', 'npm install zod'],
])('%s is of the package manager that adds a package', async (file, command) => {
  await using home = await tempProject({ [file]: '', 'apps/shop/package.json': '{}' });
  expect(addCommand(home.root, 'zod')).toBe(command);
  expect(addCommand(home.path('apps/shop'), 'zod')).toBe(command);
});

test('the nearest lock file counts, and npm without one', async () => {
  await using home = await tempProject({ 'yarn.lock': '', 'app/package-lock.json': '' });
  await using bare = await tempProject();
  expect(addCommand(home.path('app'), '@a/b')).toBe('npm install @a/b');
  expect(addCommand(bare.root, '@a/b')).toBe('npm install @a/b');
});
