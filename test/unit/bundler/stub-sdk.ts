import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BundleWorkflowOptions, bundleWorkflow } from '../../../src/bundler/bundle/bundle-workflow.ts';
import { describeBundle } from '../../../src/bundler/describe/describe-bundle.ts';
import type { DescribeChildOptions } from '../../../src/bundler/describe/run-describe-child.ts';
import { openFileDoor } from '../../../src/bundler/files/file-door.ts';
import { createSandbox } from '../../../src/sandbox/create-sandbox.ts';

const SDK = resolve('test/fixtures/stub-sdk');

/** What the entries of `wfkit` mean in these tests. */
export const STUB_ALIASES = { wfkit: join(SDK, 'wf.ts'), 'wfkit/runtime': join(SDK, 'runtime.ts') };

export const ENTRY = 'src/workflow.ts';

/** A project with the door that its builds read through. */
export async function withDoor(root: string) {
  return { root, door: await openFileDoor({ root, ownFolders: [SDK] }) };
}

const DESCRIBE_CHILD = pathToFileURL(resolve('src/bundler/describe/describe-child.ts'));

type ProjectOptions = Partial<Pick<BundleWorkflowOptions, 'sourcemap' | 'entry' | 'packages'>>;

export async function bundleProject(root: string, options: ProjectOptions = {}) {
  const outDir = join(root, '.wf/build');
  return await bundleWorkflow({ root, entry: ENTRY, outDir, aliases: STUB_ALIASES, ...options });
}

/** Shared by these tests, since it first tries what this machine has. */
const SANDBOX = createSandbox();

/** Options of every description. The time limit decides nothing unless a test sets another. */
export function describeOptions(root: string) {
  const bundle = join(root, '.wf/build/workflow.mjs');
  return { root, entry: ENTRY, bundle, childScript: DESCRIBE_CHILD, sandbox: SANDBOX, timeoutMs: 600_000 };
}

export async function describeProject(root: string, limits: Partial<DescribeChildOptions> = {}) {
  await bundleProject(root);
  return await describeBundle({ ...describeOptions(root), ...limits });
}
