import { expect, test } from 'vitest';
import { findForeignPnp } from '../../../../src/bundler/build/find-foreign-pnp.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

test('a map of packages counts where another project around this one has it', async () => {
  await using home = await tempProject({ '.pnp.cjs': '', 'a/b/package.json': '{}', 'own/.pnp.cjs': '' });
  expect(findForeignPnp(home.path('a/b'))).toBe(home.path('.pnp.cjs'));
  expect(findForeignPnp(home.path('own'))).toBeNull();
  expect(findForeignPnp(home.root)).toBeNull();
});
