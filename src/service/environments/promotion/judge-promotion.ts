import type {
  DeployToEnvironment,
  EnvironmentProtection,
  GateEvidence,
  KeptGate,
} from '../../../contract/environments/environment.ts';
import { gatesOf, nameGates } from '../../../contract/environments/gates.ts';
import { describeSubset, isSameSubject, isWhole } from '../../../contract/evaluations/subject.ts';
import { isWfError, userError } from '../../../foundation/errors/wf-error.ts';
import { invalidField } from '../../operation/invalid-field.ts';
import { type EnvironmentRow, protectionOf } from '../queries/environments.ts';
import { type Db, fromJson } from '../../store/schema.ts';
import type { OperationContext } from '../../operation/operation.ts';
import { isStoredLook, storeLook } from '../../evaluations/queries/gate-looks.ts';
import { checkAgainstGate, identifyGateLook, toKeptGate } from './check-against-gate.ts';
import { hasFinished } from '../../../contract/evaluations/evaluation-status.ts';
import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import { type DeploymentRow, findDeployment } from '../../variants/queries/deployments.ts';
import { type EvaluationRow, requireEvaluation, subsetOf } from '../../evaluations/queries/evaluations.ts';
import type { VariantRow } from '../../variants/queries/variants.ts';
import { evaluatorOfSpec } from '../../../evaluation/evaluators/definition/spec-name.ts';
import { findEvaluatorKey } from '../../../evaluation/evaluators/catalogue/evaluators.ts';

type GateRequest = Pick<
  DeployToEnvironment,
  'gate' | 'evaluation_id' | 'baseline_evaluation_id' | 'other_evaluation_ids' | 'other_baseline_evaluation_ids'
>;

/**
 * Judges what an environment is about to run, by the rows that this service stored, never by figures of the caller.
 *
 * @returns the evidence to store; `null` without a gate in the request or on the environment
 * @throws {WF_PROTECTED} when the environment is protected, and no evaluation was named for one of its gates
 * @throws {WF_GATE_FAILED} when a condition is not met
 * @throws {WF_GATE_INCONCLUSIVE} when no condition fails, and one is inconclusive
 * @throws {WF_INVALID_INPUT} for an evaluation of something else, or one that is not finished
 */
export async function judgePromotion(db: Db, promoted: Promoted, requested: GateRequest): Promise<GateEvidence | null> {
  const judged = await findJudged(db, promoted, requested);
  if (judged === null) return null;
  const evidence = [];
  for (const { gate, candidate, baseline } of judged)
    evidence.push(await checkAgainstGate(db, gate, candidate, baseline));
  const [first, ...others] = evidence;
  return first === undefined ? null : { ...first, ...(others.length === 0 ? {} : { others }) };
}

/**
 * Counts the look of a promotion's gate before the transaction that judges: that is undone where the gate does not pass, and
 * it was a look nevertheless. Leaves what is wrong with the request to the judgement.
 */
export async function countPromotionLook(
  { db, now, service: { store } }: Pick<OperationContext, 'db' | 'now' | 'service'>,
  readPromoted: () => Promise<Promoted>,
  requested: GateRequest,
): Promise<void> {
  if (requested.evaluation_id == null) return;
  try {
    const judged = await findJudged(db, await readPromoted(), requested);
    if (judged === null) return;
    for (const { gate, candidate, baseline } of judged) {
      const { appId, identity } = await identifyGateLook(db, gate, candidate, baseline);
      if (await isStoredLook(db, appId, identity)) continue;
      await store.transaction(async (transaction) => await storeLook(transaction, appId, identity, now));
    }
  } catch (error) {
    if (!isWfError(error)) throw error;
  }
}

interface Judged {
  readonly gate: KeptGate;
  readonly candidate: EvaluationRow;
  readonly baseline: EvaluationRow | null;
}

/** Finds what judges a promotion, by route; `null` without a gate in the request or on the environment. */
async function findJudged(db: Db, promoted: Promoted, requested: GateRequest): Promise<Judged[] | null> {
  const gates = await chooseGates(promoted.environment, requested);
  if (gates.length === 0) {
    requireNothingToJudge(promoted.environment, requested);
    return null;
  }
  const ids = namedIds(requested.evaluation_id, requested.other_evaluation_ids);
  if (ids.length === 0) throw missingEvidence(promoted.environment);
  const candidates = [];
  for (const id of ids) candidates.push(await requireCandidate(db, id, promoted));
  const baselines: EvaluationRow[] = [];
  for (const id of namedIds(requested.baseline_evaluation_id, requested.other_baseline_evaluation_ids))
    baselines.push(await requireBaseline(db, id, promoted));
  return pairWithGates(promoted.environment, gates, candidates).map(({ gate, candidate }) => {
    const baseline = findBaselineOf(candidate, baselines);
    // Before a look of the gate is counted.
    if (baseline?.id === candidate.id)
      throw refused(
        'baseline_evaluation_id',
        `Evaluation ${candidate.id} cannot be compared with itself: name another`,
      );
    return { gate, candidate, baseline };
  });
}

function namedIds(first: string | null | undefined, others: readonly string[] | null | undefined): readonly string[] {
  return [...new Set([...(first == null ? [] : [first]), ...(others ?? [])])];
}

/** A protected environment's own gates apply. A deploy with another gate would appear to have passed that one. */
async function chooseGates(environment: EnvironmentRow, { gate }: GateRequest): Promise<readonly KeptGate[]> {
  const own = gatesOf(protectionOf(environment));
  if (gate == null) return own;
  if (own.length === 0) return [await toKeptGate(gate)];
  if (own.some(({ content }) => content === gate.content)) return own;
  const theirs = own.length === 1 ? 'the gate' : 'the gates';
  throw userError(
    'WF_PROTECTED',
    `Environment ${JSON.stringify(environment.name)} is protected by ${theirs} ${nameGates(own)}, which ${gate.name} differs from. Leave the gate out to use the environment's own.`,
  );
}

interface GatedEvaluation {
  readonly gate: KeptGate;
  readonly candidate: EvaluationRow;
}

/**
 * Finds the evaluations that each gate judges: those of its route; for a gate without one, those of no gate's route.
 *
 * @throws {WF_PROTECTED} naming the gates without an evaluation
 */
function pairWithGates(
  environment: EnvironmentRow,
  gates: readonly KeptGate[],
  candidates: readonly EvaluationRow[],
): readonly GatedEvaluation[] {
  const routes = gates.flatMap(({ route }) => route ?? []);
  const left = candidates.filter(({ route }) => route === null || !routes.includes(route));
  const hasAny = gates.some(({ route }) => route == null);
  const judgedBy = ({ route }: KeptGate) =>
    route == null ? (left.length > 0 ? left : candidates) : candidates.filter((each) => each.route === route);
  const missing = gates.filter((gate) => judgedBy(gate).length === 0);
  if (missing.length > 0) throw lackingEvidence(environment, missing, candidates);
  const [stray] = left;
  if (stray !== undefined && !hasAny)
    throw refused('evaluation_id', `Evaluation ${stray.id} called the route ${stray.route}, which no gate is for`);
  return gates.flatMap((gate) => judgedBy(gate).map((candidate) => ({ gate, candidate })));
}

function lackingEvidence(
  { name, ...environment }: EnvironmentRow,
  missing: readonly KeptGate[],
  candidates: readonly EvaluationRow[],
) {
  const named = candidates.map(({ id, route }) => `${id} called ${route ?? 'an unknown route'}`).join(', ');
  const lacking = `no evaluation was named for ${missing.length === 1 ? 'the gate' : 'the gates'} ${nameGates(missing)}: ${named}`;
  if (protectionOf(environment) === null) return refused('evaluation_id', `There is ${lacking}`);
  return userError('WF_PROTECTED', `Environment ${JSON.stringify(name)} is protected: ${lacking}.`);
}

function findBaselineOf(candidate: EvaluationRow, baselines: readonly EvaluationRow[]): EvaluationRow | null {
  return baselines.find((baseline) => isSameSubject(baseline, candidate)) ?? baselines[0] ?? null;
}

const GATED_FIELDS = [
  'evaluation_id',
  'baseline_evaluation_id',
  'other_evaluation_ids',
  'other_baseline_evaluation_ids',
] as const;

/** Returns whether a request names a gate or an evaluation, and so wants a verdict. */
export function namesEvidence(requested: GateRequest): boolean {
  return requested.gate != null || GATED_FIELDS.some((field) => requested[field] != null);
}

function requireNothingToJudge({ name }: EnvironmentRow, requested: GateRequest): void {
  for (const field of GATED_FIELDS) {
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
  if (protection !== null) return protectedBy(environment.name, protection);
  return invalidField(['body', 'evaluation_id'], 'A gate needs an evaluation to judge', 'missing');
}

export function protectedBy(environment: string, protection: EnvironmentProtection) {
  const gates = gatesOf(protection);
  const needed =
    gates.length === 1 ? 'an evaluation that passes the gate' : 'an evaluation for each route that passes the gates';
  return userError(
    'WF_PROTECTED',
    `Environment ${JSON.stringify(environment)} is protected: it accepts only a variant with ${needed} ${nameGates(gates)}.`,
  );
}

export interface Promoted {
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
async function requireBaseline(db: Db, id: string, { variant, environment }: Promoted): Promise<EvaluationRow> {
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
  if (!hasFinished({ value: evaluation.status_value }))
    throw refused(field, `Evaluation ${id} has no complete results: its status is ${evaluation.status_value}`);
  requireWhole(evaluation, field);
  return evaluation;
}

/** Rows that somebody chose say nothing about the others. */
function requireWhole(evaluation: EvaluationRow, field: string): void {
  const subset = subsetOf(evaluation);
  if (subset === null || isWhole({ subset })) return;
  throw refused(
    field,
    `Evaluation ${evaluation.id} has a part of its test set (${describeSubset(subset)}): evaluate the whole`,
  );
}

function refused(field: string, msg: string) {
  return invalidField(['body', field], msg, 'evaluation_unfit');
}
