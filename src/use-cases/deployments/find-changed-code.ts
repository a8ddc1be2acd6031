import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../../client/create-client.ts';
import { orUnsupported } from '../../client/public/is-missing.ts';
import type { Deployment } from '../../contract/deployments/deployment.ts';
import { isWfError } from '../../foundation/errors/wf-error.ts';
import type { Settings } from '../../project/resolve-settings.ts';
import { toArtifact } from '../develop/artifact/to-artifact.ts';
import { isWritable } from '../files/is-writable.ts';
import { packagePaths } from '../package-paths.ts';
import { requireProject, type WorkflowProject } from '../develop/require-project.ts';

/** Source files that differ from the deployed code. */
export interface ChangedCode {
  readonly workflow: boolean;
  readonly evaluators: boolean;
}

export interface FindChangedCodeOptions {
  readonly client: Client;
  readonly appId: string;
  readonly settings: Settings;
  readonly folder: string;
}

/**
 * Finds out whether a project's sources changed since the last deploy: evaluations run the deployed code, which is easy
 * to forget after saving a file. If every file is older than the deployment, nothing changed. Otherwise it builds and
 * compares the bundles, since a newer file may have the same content.
 *
 * @returns `null` when nothing changed, the app is not this project's, or the project can only be read: code that is built
 * elsewhere has other bytes
 */
export async function findChangedCode(options: FindChangedCodeOptions): Promise<ChangedCode | null> {
  const { client, appId, settings, folder } = options;
  if (settings.project === null) return null;
  const project = requireProject(settings, folder);
  if (project.app !== project.variableSource.app) return null;
  const deployed = (await orUnsupported(client.listDeployments({ app_id: appId, base_name: project.base }), [])).at(-1);
  if (deployed === undefined || deployed.artifact_sha256 === null) return null;
  const ignored = project.files.length === 0 ? NO_SOURCE : NEVER_SOURCE;
  if (!(await hasNewer(project.root, Date.parse(deployed.created_at), ignored))) return null;
  if (!isWritable(comparedIn(project.dataDir))) return null;
  const changed = await compareBundles(project, deployed);
  return changed.workflow || changed.evaluators ? changed : null;
}

/** Data, which changes often and is rarely read by code. */
const NO_SOURCE = /\.(csv|jsonl|log|lock)$/;
/** For a project whose bundle carries files. */
const NEVER_SOURCE = /\.(log|lock)$/;

async function hasNewer(folder: string, time: number, ignored: RegExp): Promise<boolean> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules' || ignored.test(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory() ? await hasNewer(path, time, ignored) : (await stat(path)).mtimeMs > time) return true;
  }
  return false;
}

/** A sibling of `.wf/build`: equal sources give equal bytes there, and the last build stays. */
function comparedIn(dataDir: string): string {
  return join(dataDir, 'compare');
}

async function compareBundles(
  { root, entry, dataDir, files: patterns, packages }: WorkflowProject,
  deployed: Deployment,
): Promise<ChangedCode> {
  const [{ bundleWorkflow }, { bundleEvaluators }, { findEvaluatorFiles }] = await Promise.all([
    import('../../bundler/bundle/bundle-workflow.ts'),
    import('../../bundler/bundle/bundle-evaluators.ts'),
    import('../../bundler/bundle/find-evaluators.ts'),
  ]);
  const paths = { root, outDir: comparedIn(dataDir), aliases: packagePaths().aliases };
  const files = await findEvaluatorFiles(root);
  const [workflow, evaluators] = await Promise.all([
    hashOf(bundleWorkflow({ ...paths, entry, files: patterns, packages }).then(toArtifact)),
    files.length === 0 ? null : hashOf(bundleEvaluators({ ...paths, files })),
  ]);
  return {
    workflow: workflow !== deployed.artifact_sha256,
    evaluators: evaluators !== (deployed.evaluators?.artifact_sha256 ?? null),
  };
}

/** Sources that do not build differ from the deployed ones. */
async function hashOf(bundling: Promise<{ readonly sha256: string }>): Promise<string> {
  try {
    return (await bundling).sha256;
  } catch (error) {
    if (isWfError(error)) return 'broken';
    throw error;
  }
}
