import { hasFinished } from '../../../contract/evaluations/evaluation-status.ts';
import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import { fromJson } from '../../store/json-column.ts';
import { type DeploymentRow, findDeployment } from '../../variants/queries/deployments.ts';
import { type EnvironmentRow, protectionOf } from '../queries/environments.ts';
import { type EvaluationRow, requireEvaluation } from '../../evaluations/queries/evaluations.ts';
import type { VariantRow } from '../../variants/queries/variants.ts';
import type { Db } from '../../store/schema.ts';
import { evaluatorOfSpec } from '../../../evaluation/evaluators/definition/spec-name.ts';
import { findEvaluatorKey } from '../../../evaluation/evaluators/catalogue/evaluators.ts';

/** The variant, revision and code that an environment is about to run. */
export interface Promoted {
  readonly environment: EnvironmentRow;
  readonly variant: Pick<VariantRow, 'variant_name' | 'app_id'>;
  readonly revision: { readonly id: string; readonly revision: number };
  readonly deployment: DeploymentRow | null;
}

/** Finds the evaluation that proves a deploy: finished, and of the same app, revision and code. */
export async function requireCandidate(
  db: Db,
  id: string,
  { variant, revision, deployment }: Promoted,
): Promise<EvaluationRow> {
  const evaluation = await requireOfApp(db, id, variant.app_id, 'evaluation_id');
  if (evaluation.variant_revision_id !== revision.id) {
    throw refused(
      'evaluation_id',
      `Evaluation ${id} is of ${evaluation.variant_name}@${evaluation.revision}, not of ${variant.variant_name}@${revision.revision}`,
    );
  }
  if (deployment === null || !(await isOfCode(db, evaluation, deployment))) {
    throw refused('evaluation_id', `Evaluation ${id} ran different code: evaluate again`);
  }
  requireOwnNames(evaluation);
  return evaluation;
}

/** Refuses evaluators stored under another's name: a gate names evaluators, and a lax one could pass as a strict one. */
function requireOwnNames({ id, evaluator_configs }: EvaluationRow): void {
  for (const { name, evaluator_key: key } of fromJson<readonly EvaluatorConfig[]>(evaluator_configs)) {
    const bare = evaluatorOfSpec(name);
    const meant = findEvaluatorKey(bare);
    if (meant === undefined || meant === key) continue;
    throw refused('evaluation_id', `Evaluation ${id} calls the evaluator ${key} "${bare}", which is another evaluator`);
  }
}

/** Compares by bundle, whichever deploy uploaded it; a self-hosted address may serve other code by now. */
async function isOfCode(db: Db, evaluation: EvaluationRow, deployment: DeploymentRow): Promise<boolean> {
  if (evaluation.deployment_id === deployment.id) return true;
  const evaluated = await findDeployment(db, evaluation.deployment_id);
  return evaluated?.artifact_sha256 != null && evaluated.artifact_sha256 === deployment.artifact_sha256;
}

/**
 * Finds the evaluation to compare with. A protected environment compares with the revision it runs: with a poor baseline,
 * anything would pass.
 */
export async function requireBaseline(
  db: Db,
  id: string | null,
  { variant, environment }: Promoted,
): Promise<EvaluationRow | null> {
  if (id === null) return null;
  const baseline = await requireOfApp(db, id, variant.app_id, 'baseline_evaluation_id');
  const running = environment.variant_revision_id;
  if (protectionOf(environment) === null || running === null || baseline.variant_revision_id === running) {
    return baseline;
  }
  throw refused(
    'baseline_evaluation_id',
    `Evaluation ${id} is of ${baseline.variant_name}@${baseline.revision}; a protected environment compares with what it runs: ${environment.variant_name ?? 'a variant'}, as in its revision ${environment.revision}`,
  );
}

async function requireOfApp(db: Db, id: string, appId: string, field: string): Promise<EvaluationRow> {
  const evaluation = await requireEvaluation(db, id);
  if (evaluation.app_id !== appId) throw refused(field, `Evaluation ${id} belongs to another app`);
  if (hasFinished({ value: evaluation.status_value })) return evaluation;
  throw refused(field, `Evaluation ${id} has no complete results: its status is ${evaluation.status_value}`);
}

function refused(field: string, msg: string): UserError {
  const details = [{ loc: ['body', field], msg, type: 'evaluation_unfit' }];
  return new UserError({ code: 'WF_INVALID_INPUT', message: `${msg}.`, details });
}
