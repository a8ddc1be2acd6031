import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { buildWorkflow } from '../../src/use-cases/develop/build-workflow.ts';
import { linkPackages, tempProject } from '../helpers/temp-project.ts';

test('concurrent builds of one project do not interfere', async () => {
  await using project = await tempProject({
    'workflow.ts': "import { entrypoint } from 'wfkit';\nexport default entrypoint({}, async () => 'one');\n",
  });
  await linkPackages(project.root, ['zod']);
  const options = { root: project.root, entry: 'workflow.ts', app: 'support', dataDir: project.path('.wf') };
  const built = await Promise.all(Array.from({ length: 8 }, async () => await buildWorkflow(options)));
  expect(new Set(built.map(({ manifest }) => manifest.sha256)).size).toBe(1);
  expect(await readdir(project.path('.wf/build'))).toEqual(['manifest.json', 'workflow.mjs', 'workflow.mjs.map']);
});
