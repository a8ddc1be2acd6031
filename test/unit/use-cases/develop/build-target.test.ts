import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { buildTarget, type BuildTargetOptions } from '../../../../src/use-cases/develop/build-target.ts';
import { linkPackages, type TempProject, tempProject } from '../../../helpers/temp-project.ts';

const WORKFLOW = "import { entrypoint } from 'wfkit';\nexport default entrypoint({}, () => 'hello');\n";

async function project(): Promise<TempProject> {
  const made = await tempProject({ 'workflow.ts': WORKFLOW });
  await linkPackages(made.root, ['zod']);
  return made;
}

function toOptions(made: TempProject, options: Partial<BuildTargetOptions> = {}): BuildTargetOptions {
  const { root } = made;
  return {
    root,
    entry: 'workflow.ts',
    app: 'hello',
    dataDir: made.path('.wf'),
    target: 'lambda',
    outDir: null,
    ...options,
  };
}

test('an earlier result is replaced completely, and nothing else is left', async () => {
  await using made = await project();
  const outDir = made.path('deploy/hello');
  await buildTarget(toOptions(made, { outDir }));
  await writeFile(made.path('deploy/hello/stale.mjs'), '');
  const { files } = await buildTarget(toOptions(made, { outDir }));
  expect(files).not.toContain('stale.mjs');
  expect(await readdir(made.path('deploy/hello'))).not.toContain('stale.mjs');
  expect(await readdir(made.path('deploy'))).toEqual(['hello']);
});

test('a folder with other contents is not touched', async () => {
  await using made = await project();
  await mkdir(made.path('src'));
  await writeFile(made.path('src/precious.ts'), 'work');
  const building = buildTarget(toOptions(made, { outDir: made.path('src') }));
  await expect(building).rejects.toMatchObject({
    code: 'WF_FOLDER_NOT_EMPTY',
    message: `The folder ${made.path('src')} contains more than an earlier build: precious.ts.`,
    nextSteps: ['wf build --target node --output dist'],
  });
  expect(await readdir(made.path('src'))).toEqual(['precious.ts']);
  const ontoFile = buildTarget(toOptions(made, { outDir: made.path('workflow.ts') }));
  await expect(ontoFile).rejects.toMatchObject({
    code: 'WF_FOLDER_NOT_EMPTY',
    message: `Cannot write ${made.path('workflow.ts')}: it is a file.`,
  });
});

test('a failed build keeps the earlier result', async () => {
  await using made = await project();
  await buildTarget(toOptions(made, { target: 'cloudflare' }));
  await writeFile(made.path('workflow.ts'), `import 'node:child_process';\n${WORKFLOW}`);
  await expect(buildTarget(toOptions(made, { target: 'cloudflare' }))).rejects.toMatchObject({
    code: 'WF_BUILD_FAILED',
    message: expect.stringContaining('workflow.ts:1:8: Cloudflare Workers start no processes'),
  });
  expect(await readdir(made.path('.wf/build/cloudflare'))).toContain('worker.mjs');
});
