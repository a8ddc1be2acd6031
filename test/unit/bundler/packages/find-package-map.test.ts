import { expect, test } from 'vitest';
import { findPackageMap } from '../../../../src/bundler/packages/find-package-map.ts';
import { packageMap } from '../../../helpers/package-map.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const HOME = packageMap([
  { name: 'home', folder: './', dependencies: [] },
  { name: 'shop', folder: './apps/shop/', dependencies: [] },
]);

test('a map is the own one of each package that it lists, and of folders in them', async () => {
  await using home = await tempProject({
    ...HOME,
    'package.json': '{}',
    'apps/shop/package.json': '{}',
    'apps/shop/flows/workflow.ts': '',
    'apps/other/package.json': '{}',
    'apps/loose/workflow.ts': '',
  });
  const file = home.path('.pnp.cjs');
  const isOwn = async (folder: string) => await findPackageMap(home.path(folder));
  expect(await isOwn('')).toEqual({ file, isOwn: true });
  expect(await isOwn('apps/shop')).toEqual({ file, isOwn: true });
  expect(await isOwn('apps/shop/flows')).toEqual({ file, isOwn: true });
  expect(await isOwn('apps/loose')).toEqual({ file, isOwn: true });
  expect(await isOwn('apps/other')).toEqual({ file, isOwn: false });
});

test('the map may have its data in it, as the text of a program', async () => {
  const start = "const RAW_RUNTIME_STATE =\n'{\\\n";
  await using home = await tempProject({
    '.pnp.cjs': `${start}  "packageLocation": "./apps/shop/",\\\n}';\nthrow new Error('this must not run');\n`,
    'apps/shop/package.json': '{}',
    'apps/sho/package.json': '{}',
  });
  expect((await findPackageMap(home.path('apps/shop')))?.isOwn).toBe(true);
  expect((await findPackageMap(home.path('apps/sho')))?.isOwn).toBe(false);
});

test('the nearest map counts, and without one there is none', async () => {
  await using home = await tempProject({ ...HOME, 'own/.pnp.cjs': '"packageLocation":"./"', 'own/package.json': '{}' });
  await using bare = await tempProject({ 'package.json': '{}' });
  expect(await findPackageMap(home.path('own'))).toEqual({ file: home.path('own/.pnp.cjs'), isOwn: true });
  expect(await findPackageMap(bare.root)).toBeNull();
});
