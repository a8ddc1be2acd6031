import { join } from 'node:path';
import { bundleEvaluators, EVALUATOR_BUNDLE, type EvaluatorBundle } from '../../bundler/bundle/bundle-evaluators.ts';
import { describeBundle } from '../../bundler/describe/describe-bundle.ts';
import { findEvaluatorFiles } from '../../bundler/bundle/find-evaluators.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { UserError } from '../../errors/wf-error.ts';
import { isEvaluatorKey } from '../../evaluation/evaluators/catalogue/resolve-evaluator-key.ts';
import { packagePaths } from '../package-paths.ts';

export interface BuiltEvaluators extends EvaluatorBundle {
  /** Each as the route it is served as. */
  readonly schemas: readonly RouteSchema[];
}

/**
 * Bundles the evaluators in a project's folder `evaluators` and reads what they are called and can be set to.
 *
 * @returns `null` when the project has none
 * @throws {WF_WORKFLOW_INVALID} when one has the name of a built-in evaluator
 */
export async function buildEvaluators(root: string, outDir: string): Promise<BuiltEvaluators | null> {
  const files = await findEvaluatorFiles(root);
  const [first] = files;
  if (first === undefined) return null;
  const { aliases, describeScript } = packagePaths();
  const ready = bundleEvaluators({ root, files, outDir, aliases });
  const place = { root, entry: files.length === 1 ? first : 'evaluators' };
  const child = { bundle: join(outDir, EVALUATOR_BUNDLE), childScript: describeScript, ready };
  const [bundle, schemas] = await Promise.all([ready, describeBundle({ ...place, ...child })]);
  const taken = schemas.find(({ name }) => isEvaluatorKey(name));
  if (taken === undefined) return { ...bundle, schemas };
  throw new UserError({
    code: 'WF_WORKFLOW_INVALID',
    message: `${place.entry}: ${taken.name} is the name of a built-in evaluator. Rename yours.`,
  });
}
