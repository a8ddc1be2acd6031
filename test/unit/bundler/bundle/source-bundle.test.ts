import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { openSourceBundler } from '../../../../src/bundler/bundle/source-bundle.ts';
import { packageMap } from '../../../helpers/package-map.ts';
import { tempProject, type TempProject } from '../../../helpers/temp-project.ts';
import { ENTRY, STUB_ALIASES } from '../stub-sdk.ts';

const FILES = {
  'package.json': '{}',
  'src/workflow.ts': "import { client } from 'client';\nexport const found = client;\n",
  'sample.ts': 'export const sampled = true;\n',
};
const CLIENT = {
  'package.json': '{"name": "client", "main": "index.js", "type": "module"}',
  'index.js': "export const client = 'the client';\n",
};

function open(project: TempProject) {
  return openSourceBundler({
    root: project.root,
    entry: ENTRY,
    patterns: [],
    outDir: project.path('.wf/dev/0'),
    sdkDir: project.path('.wf/dev/sdk'),
    aliases: STUB_ALIASES,
    sampleWorkflow: project.path('sample.ts'),
  });
}

test('a version leaves installed packages to Node', async () => {
  await using project = await tempProject({
    ...FILES,
    'node_modules/client/package.json': CLIENT['package.json'],
    'node_modules/client/index.js': CLIENT['index.js'],
  });
  await using bundler = await open(project);
  const { packages, code } = await bundler.bundle();
  // The other one is the SDK's module.
  expect(packages).toEqual(['client', expect.stringMatching(/\/wfkit-runtime-[A-Z\d]{8}\.mjs$/)]);
  expect(Buffer.from(code).toString()).not.toContain('the client');
});

test("a version contains the packages that only Yarn's map leads to", async () => {
  const map = packageMap([
    { name: 'home', folder: './', dependencies: ['client'] },
    { name: 'client', folder: './cache/client/', dependencies: [] },
  ]);
  await using project = await tempProject({
    ...FILES,
    ...map,
    'cache/client/package.json': CLIENT['package.json'],
    'cache/client/index.js': CLIENT['index.js'],
  });
  await using bundler = await open(project);
  const { packages, code, map: sources, files, sample } = await bundler.bundle();
  expect(packages).toEqual([]);
  expect(files).toEqual(
    expect.arrayContaining([project.path('src/workflow.ts'), project.path('cache/client/index.js')]),
  );
  await Promise.all([
    writeFile(project.path('workflow.mjs'), code),
    writeFile(project.path('workflow.mjs.map'), sources),
  ]);
  const version = (await import(pathToFileURL(project.path('workflow.mjs')).href)) as { exportNames: string[] };
  expect(version.exportNames).toEqual(['found']);
  expect(await import(sample)).toMatchObject({ sampled: true });
});
