import { join } from 'node:path';
import { bundleEvaluators, EVALUATOR_BUNDLE, type EvaluatorBundle } from '../../bundler/bundle/bundle-evaluators.ts';
import { describeBundle, type DescribeBundleOptions } from '../../bundler/describe/describe-bundle.ts';
import { findEvaluatorFiles } from '../../bundler/bundle/find-evaluators.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { isEvaluatorKey } from '../../evaluation/evaluators/catalogue/evaluators.ts';
import { packagePaths } from '../package-paths.ts';
import { type BuiltArtifact, toArtifact } from './artifact/to-artifact.ts';

export interface BuiltEvaluators extends EvaluatorBundle {
  /** What a deploy stores. */
  readonly artifact: BuiltArtifact;
  /** Route schema of each evaluator. */
  readonly schemas: readonly RouteSchema[];
}

/**
 * Bundles the evaluators in a project's `evaluators` folder and reads their names and settings.
 *
 * @returns `null` when the project has none
 * @throws {WF_WORKFLOW_INVALID} when an evaluator has the name of a built-in one
 */
export async function buildEvaluators(
  root: string,
  outDir: string,
  held: Pick<DescribeBundleOptions, 'sandbox' | 'childScript' | 'variables'>,
): Promise<BuiltEvaluators | null> {
  const files = await findEvaluatorFiles(root);
  const [first] = files;
  if (first === undefined) return null;
  const { aliases } = packagePaths();
  const ready = bundleEvaluators({ root, files, outDir, aliases });
  const location = { root, entry: files.length === 1 ? first : 'evaluators' };
  const child = { ...held, bundle: join(outDir, EVALUATOR_BUNDLE), ready };
  const [bundle, schemas] = await Promise.all([ready, describeBundle({ ...location, ...child })]);
  const taken = schemas.find(({ name }) => isEvaluatorKey(name));
  if (taken === undefined)
    return { ...bundle, artifact: toArtifact({ ...bundle, files: [], packages: null }), schemas };
  throw new UserError({
    code: 'WF_WORKFLOW_INVALID',
    message: `${location.entry}: ${taken.name} is the name of a built-in evaluator. Rename yours.`,
  });
}
