import type { DeployToEnvironment, GateEvidence, GateFile } from '../../../contract/environments/environment.ts';
import { userError } from '../../../foundation/errors/wf-error.ts';
import { invalidField } from '../../operation/invalid-field.ts';
import { type EnvironmentRow, protectionOf } from '../queries/environments.ts';
import { type Db, fromJson } from '../../store/schema.ts';
import { checkAgainstGate } from './check-against-gate.ts';
import { hasFinished } from '../../../contract/evaluations/evaluation-status.ts';
import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import { type DeploymentRow, findDeployment } from '../../variants/queries/deployments.ts';
import { type EvaluationRow, requireEvaluation } from '../../evaluations/queries/evaluations.ts';
import type { VariantRow } from '../../variants/queries/variants.ts';
import { evaluatorOfSpec } from '../../../evaluation/evaluators/definition/spec-name.ts';
import { findEvaluatorKey } from '../../../evaluation/evaluators/catalogue/evaluators.ts';

type GateRequest = Pick<DeployToEnvironment, 'gate' | 'evaluation_id' | 'baseline_evaluation_id'>;

/**
 * Judges what an environment is about to run, by the rows that this service stored, never by figures of the caller.
 *
 * @returns the evidence to store; `null` without a gate in the request or on the environment
 * @throws {WF_PROTECTED} when the environment is protected, and no evaluation was named
 * @throws {WF_GATE_FAILED} when a condition is not met
 * @throws {WF_GATE_INCONCLUSIVE} when no condition fails, and one is inconclusive
 * @throws {WF_INVALID_INPUT} for an evaluation of something else, or one that is not finished
 */
export async function judgePromotion(db: Db, promoted: Promoted, requested: GateRequest): Promise<GateEvidence | null> {
  const gate = chooseGate(promoted.environment, requested);
  if (gate === null) {
    requireNothingToJudge(promoted.environment, requested);
    return null;
  }
  const id = requested.evaluation_id ?? null;
  if (id === null) throw missingEvidence(promoted.environment);
  const candidate = await requireCandidate(db, id, promoted);
  const baseline = await requireBaseline(db, requested.baseline_evaluation_id ?? null, promoted);
  return await checkAgainstGate(db, gate, candidate, baseline);
}

/** A protected environment's own gate applies. A deploy with another gate would appear to have passed that one. */
function chooseGate(environment: EnvironmentRow, { gate }: GateRequest): GateFile | null {
  const own = protectionOf(environment)?.gate ?? null;
  if (own === null || gate == null || gate.content === own.content) return own ?? gate ?? null;
  throw userError(
    'WF_PROTECTED',
    `Environment ${JSON.stringify(environment.name)} is protected by the gate ${own.name}, which ${gate.name} differs from. Leave the gate out to use the environment's own.`,
  );
}

function requireNothingToJudge({ name }: EnvironmentRow, requested: GateRequest): void {
  for (const field of ['evaluation_id', 'baseline_evaluation_id'] as const) {
    if (requested[field] == null) continue;
    throw invalidField(
      ['body', field],
      `There is no gate to check the evaluation against: name one, or protect ${name}`,
      'gate_missing',
    );
  }
}

function missingEvidence(environment: EnvironmentRow) {
  const protection = protectionOf(environment);
  if (protection !== null) return protectedBy(environment.name, protection.gate.name);
  return invalidField(['body', 'evaluation_id'], 'A gate needs an evaluation to judge', 'missing');
}

export function protectedBy(environment: string, gate: string) {
  return userError(
    'WF_PROTECTED',
    `Environment ${JSON.stringify(environment)} is protected: it accepts only a variant with an evaluation that passes the gate ${gate}.`,
  );
}

interface Promoted {
  readonly environment: EnvironmentRow;
  readonly variant: Pick<VariantRow, 'variant_name' | 'app_id'>;
  readonly revision: { readonly id: string; readonly revision: number };
  readonly deployment: DeploymentRow | null;
}

/** Finds the evaluation that proves a deploy: finished, and of the same app, revision and code. */
async function requireCandidate(
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
  if (deployment === null || !(await isOfCode(db, evaluation, deployment)))
    throw refused('evaluation_id', `Evaluation ${id} ran different code: evaluate again`);
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
async function requireBaseline(
  db: Db,
  id: string | null,
  { variant, environment }: Promoted,
): Promise<EvaluationRow | null> {
  if (id === null) return null;
  const baseline = await requireOfApp(db, id, variant.app_id, 'baseline_evaluation_id');
  const running = environment.variant_revision_id;
  if (protectionOf(environment) === null || running === null || baseline.variant_revision_id === running)
    return baseline;
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

function refused(field: string, msg: string) {
  return invalidField(['body', field], msg, 'evaluation_unfit');
}
