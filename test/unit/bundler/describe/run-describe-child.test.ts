import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type DescribeChildOptions, runDescribeChild } from '../../../../src/bundler/describe/run-describe-child.ts';
import type { HeldProgram } from '../../../../src/sandbox/held-program.ts';
import { tempProject } from '../../../helpers/temp-project.ts';
import { describeProject } from '../stub-sdk.ts';

test('of our own variables, the process has those for dates and texts', async () => {
  const names = ['TZ', 'LANG', 'LC_ALL', 'WF_TEST_SECRET', 'PATH'];
  for (const name of names.slice(0, -1)) vi.stubEnv(name, 'C');
  onTestFinished(() => void vi.unstubAllEnvs());
  const has = `${JSON.stringify(names)}.filter((name) => process.env[name] !== undefined)`;
  await using project = await tempProject({ 'src/workflow.ts': `throw new Error(\`has \${${has}.join()}.\`);\n` });
  await expect(describeProject(project.root, {})).rejects.toThrow('has TZ,LANG,LC_ALL.');
});

/** Returns the program that would be started. */
async function programOf(options: Partial<DescribeChildOptions>) {
  await using project = await tempProject({ 'dist/workflow.mjs': '' });
  const launched = Promise.withResolvers<HeldProgram>();
  const running = runDescribeChild({
    bundle: project.path('dist/workflow.mjs'),
    childScript: pathToFileURL('/wf/dist/describe-child.js'),
    sandbox: {
      kindFor: () => Promise.resolve('permission-model'),
      launch: (program) => {
        launched.resolve(program);
        return Promise.reject(new Error('Nothing is started.'));
      },
    },
    ...options,
  });
  await expect(running).rejects.toThrow('Nothing is started.');
  return { folder: project.path('dist'), program: await launched.promise };
}

test('the program reads its own code and the bundle, and has no network', async () => {
  const { folder, program } = await programOf({});
  expect(program).toEqual({
    flags: ['--max-old-space-size=512'],
    script: '/wf/dist/describe-child.js',
    args: [],
    readable: ['/wf/dist', folder],
    hasNativeCode: false,
    socketFolder: null,
    hasNetwork: false,
    memoryMb: 768,
    user: null,
  });
});

test('the program may read packages with native code, and all sources when it runs from source', async () => {
  const { folder, program } = await programOf({
    packages: '/packages/a',
    memoryMb: 64,
    childScript: pathToFileURL('/wf/src/bundler/describe/describe-child.ts'),
  });
  expect(program).toMatchObject({
    flags: ['--max-old-space-size=64'],
    readable: ['/wf/src', folder, '/packages/a'],
    hasNativeCode: true,
    memoryMb: 320,
  });
});

test('a program that was cancelled is not started', async () => {
  const signal = AbortSignal.abort(new Error('enough'));
  const bundle = '/nowhere/workflow.mjs';
  const childScript = pathToFileURL('/wf/dist/describe-child.js');
  await expect(runDescribeChild({ bundle, childScript, signal })).rejects.toThrow('enough');
});
