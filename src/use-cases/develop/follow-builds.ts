import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { bundleWorkflow } from '../../bundler/bundle/bundle-workflow.ts';
import { describeBundle } from '../../bundler/describe/describe-bundle.ts';
import type { BuildWarning } from '../../foundation/build-warning.ts';
import { packagePaths } from '../package-paths.ts';
import { readVariables } from '../serve/read-variables.ts';
import { withPlaceholders } from './build-workflow.ts';
import type { WorkflowProject } from './require-project.ts';
import { sourceFolders } from './source-folders.ts';

/** Saves often come in a row, and each is served first. */
const QUIET_MS = 1000;

export interface FollowBuildsOptions {
  /** Called with what the deployed form warns of, or why it does not build. */
  readonly onBuilt: (warnings: readonly BuildWarning[]) => void;
  readonly onFailed: (error: unknown) => void;
}

/** Builds the sources as a deploy does, one build at a time: `wf dev` itself leaves packages out of its bundles. */
export interface BuildFollower extends AsyncDisposable {
  /** Forgets the running build: its sources are no longer current. */
  stop(): void;
  /** Builds the sources as they are now, once no other build runs. */
  start(project: WorkflowProject): void;
}

export function followBuilds({ onBuilt, onFailed }: FollowBuildsOptions): BuildFollower {
  let current = new AbortController();
  let running = Promise.resolve();
  const build = async (project: WorkflowProject, signal: AbortSignal): Promise<void> => {
    try {
      await setTimeout(QUIET_MS, undefined, { signal });
      const warnings = await buildAsDeployed(project, signal);
      if (!signal.aborted) onBuilt(warnings);
    } catch (error) {
      if (!signal.aborted) onFailed(error);
    }
  };
  return {
    stop: () => current.abort(),
    start: (project) => {
      current.abort();
      current = new AbortController();
      const { signal } = current;
      running = running.then(async () => await build(project, signal));
    },
    [Symbol.asyncDispose]: async () => {
      current.abort();
      await running;
    },
  };
}

async function buildAsDeployed(project: WorkflowProject, signal: AbortSignal): Promise<readonly BuildWarning[]> {
  const { root, entry, dataDir, files, loaders, packages, variableSource } = project;
  const { aliases, describeScript } = packagePaths();
  const outDir = join(sourceFolders(dataDir).versions, 'deployed');
  const { code, warnings } = await bundleWorkflow({ root, entry, outDir, aliases, files, loaders, packages });
  // Packages with native code are installed by a build that somebody asked for.
  if (packages.external.length > 0 || signal.aborted) return warnings;
  const variables = withPlaceholders(await readVariables(variableSource));
  const found: BuildWarning[] = [];
  const onWarning = (warning: BuildWarning) => void found.push(warning);
  await describeBundle({ root, entry, bundle: code, childScript: describeScript, variables, signal, onWarning });
  return [...warnings, ...found];
}
