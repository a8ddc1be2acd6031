import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleWorkflow } from '../../../src/bundler/bundle/bundle-workflow.ts';
import { describeBundle } from '../../../src/bundler/describe/describe-bundle.ts';

const SDK = resolve('test/fixtures/stub-sdk');

/** What the entries of `wfkit` mean in these tests. */
export const STUB_ALIASES = { wfkit: join(SDK, 'wf.ts'), 'wfkit/runtime': join(SDK, 'runtime.ts') };

export const ENTRY = 'src/workflow.ts';

export const DESCRIBE_CHILD = pathToFileURL(resolve('src/bundler/describe/describe-child.ts'));

export async function bundleProject(root: string, options: { sourcemap?: boolean; entry?: string } = {}) {
  const outDir = join(root, '.wf/build');
  return await bundleWorkflow({ root, entry: ENTRY, outDir, aliases: STUB_ALIASES, ...options });
}

export async function describeProject(root: string, limits: { timeoutMs?: number; memoryMb?: number } = {}) {
  const { code } = await bundleProject(root);
  return await describeBundle({ root, entry: ENTRY, bundle: code, childScript: DESCRIBE_CHILD, ...limits });
}
