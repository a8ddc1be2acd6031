import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { leaveForeignMap } from '../../../../src/bundler/packages/leave-foreign-map.ts';
import { packageMap } from '../../../helpers/package-map.ts';
import { tempProject } from '../../../helpers/temp-project.ts';
import { bundleProject } from '../stub-sdk.ts';

const HOME = packageMap([{ name: 'home', folder: './', dependencies: [] }]);

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

test("no plugin is needed without a map, nor with the project's own", () => {
  expect(leaveForeignMap('/app', null)).toEqual([]);
  expect(leaveForeignMap('/app', { file: '/app/.pnp.cjs', isOwn: true })).toEqual([]);
  expect(leaveForeignMap('/app', { file: '/.pnp.cjs', isOwn: false })).toHaveLength(1);
});
