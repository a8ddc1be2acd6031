import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { packageMap } from '../../../helpers/package-map.ts';
import { tempProject } from '../../../helpers/temp-project.ts';
import { findPackageMap } from '../../../../src/bundler/files/find-package-map.ts';
import { bundleProject } from '../stub-sdk.ts';

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

const APP = {
  'package.json': '{}',
  'src/workflow.ts':
    "import { client } from 'client';\nimport { name } from './name.ts';\nexport default client + name;\n",
  'src/name.ts': "import { route } from 'wfkit';\nexport const name = route.name;\n",
  'node_modules/client/package.json': '{"name": "client", "main": "index.js", "browser": {"./other.js": false}}',
  'node_modules/client/index.js': "import './other.js';\nexport const client = 'found';\n",
  'node_modules/client/other.js': '',
};

function inFolder(folder: string, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
}

test("a project in the folder of another project's map is bundled as anywhere else", async () => {
  await using home = await tempProject({ ...HOME, ...inFolder('app', APP) });
  await using elsewhere = await tempProject(APP);
  const bundled = await bundleProject(home.path('app'));
  const expected = await bundleProject(elsewhere.root);
  const { code: _, map: __, ...same } = bundled;
  const { code: ___, map: ____, ...wanted } = expected;
  expect({ ...same, inputs: own(same.inputs) }).toEqual({ ...wanted, inputs: own(wanted.inputs) });
  expect(await readFile(bundled.code)).toEqual(await readFile(expected.code));
  expect(own(bundled.inputs)).toContain('node_modules/client/index.js');
});

/** The stub of the SDK is elsewhere, as seen from different folders. */
function own(inputs: readonly string[]): string[] {
  return inputs.filter((input) => !input.startsWith('..'));
}

test('an error there names the file in the project, and a package that is missing', async () => {
  const source = "import one from 'absent';\nimport two from './nothing.ts';\nexport default [one, two];\n";
  await using home = await tempProject({ ...HOME, ...inFolder('app', { ...APP, 'src/workflow.ts': source }) });
  await expect(bundleProject(home.path('app'))).rejects.toMatchObject({
    message: expect.stringMatching(/^src\/workflow\.ts:1:17: The file imports "absent", but the package absent is not/),
    details: {
      problems: [
        { text: 'Could not resolve "absent"', file: 'src/workflow.ts', line: 1, column: 17 },
        { text: 'Could not resolve "./nothing.ts"', file: 'src/workflow.ts', line: 2, column: 17 },
      ],
    },
  });
});
