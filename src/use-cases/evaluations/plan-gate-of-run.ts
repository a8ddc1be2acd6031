import type { Client } from '../../client/create-client.ts';
import { orMissing, orUnsupported } from '../../client/public/is-missing.ts';
import type { AggregatedResult, Evaluation, NewEvaluation } from '../../contract/evaluations/evaluation.ts';
import type { EvaluationForecast, StoredTestset } from '../../contract/evaluations/evaluation-progress.ts';
import type { GatePlan, PlannedCheck } from '../../contract/evaluations/gate-report.ts';
import type { EvaluatedSubject } from '../../evaluation/compare/compare-subjects.ts';
import { metricsOf, nameableMetrics } from '../../evaluation/compare/metrics.ts';
import { requireNamed } from '../../evaluation/compare/primary-metrics.ts';
import { findEvaluator } from '../../evaluation/evaluators/catalogue/evaluators.ts';
import type { Gate } from '../../evaluation/gate/parse-gate.ts';
import { type PlannedEvaluator, plannedResults } from '../../evaluation/gate/plan-metric.ts';
import { countOf } from '../../foundation/numbers.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { ResolvedBaseline } from './resolve-baseline.ts';

/** Plans what a gate can decide; variants that run together have the same cases. */
export async function planGateOfRun(
  gate: Gate | null,
  [forecast]: readonly EvaluationForecast[],
  evaluators: readonly PlannedEvaluator[],
): Promise<GatePlan | null> {
  if (gate === null || forecast === undefined) return null;
  const { planGate } = await import('../../evaluation/gate/plan-gate.ts');
  return planGate(gate, forecast.cases ?? forecast.rows, evaluators);
}

/** What a run will evaluate: one subject for each variant. */
export type PlannedSubjects = readonly [EvaluatedSubject, ...EvaluatedSubject[]];

/** Finds the baseline of a gate, once it is known what it is compared with; `null`: the run evaluates it. */
export type FindBaseline = (subjects: PlannedSubjects) => Promise<ResolvedBaseline | null>;

interface GatedRun {
  readonly client: Client;
  readonly gate: Gate | null;
  readonly findBaseline: FindBaseline | null;
  readonly body: NewEvaluation;
  readonly testset: StoredTestset;
  readonly evaluators: readonly PlannedEvaluator[];
}

/**
 * Checks before any call that a gate has what it compares with, and can pass on these cases.
 *
 * @throws {WF_NOT_FOUND} when there is no such baseline, or a rule is about an evaluator that does not run
 * @throws {WF_INVALID_INPUT} when the baseline is about something else
 * @throws {WF_GATE_INCONCLUSIVE} when the gate cannot pass on so few cases
 */
export async function requireJudgeableRun(run: GatedRun): Promise<void> {
  const { client, gate, findBaseline, body, evaluators } = run;
  if (gate === null) return;
  // A service that forecasts nothing does not count the cases either.
  const forecasts = (await orMissing(orUnsupported(client.planEvaluations({ body }), null))) ?? [];
  const results = await readPlannedResults(run);
  const baseline = findBaseline === null ? null : await findBaseline(subjectsOf(run, forecasts, results));
  if (baseline !== null) requireMetrics(gate, baseline.rows.evaluation, 'baseline');
  const plan = await planGateOfRun(gate, forecasts, evaluators);
  if (plan === null || plan.cases === 0) return;
  requireDecidable(plan, baseline?.rows.evaluation ?? null);
}

function subjectsOf(
  { body, testset }: GatedRun,
  forecasts: readonly EvaluationForecast[],
  aggregated_results: AggregatedResult[],
): PlannedSubjects {
  const about = {
    testset_id: testset.id,
    testset_name: testset.name,
    testset_revision: testset.revision,
    aggregated_results,
  };
  const [first, ...others] = forecasts.map(({ variant, route }, index) => ({
    ...about,
    variant_names: [variant],
    revisions: [String(body.variant_revisions?.[index] ?? '')].filter((revision) => revision !== ''),
    route,
  }));
  return first === undefined
    ? [{ ...about, variant_names: [], revisions: [], route: body.route ?? null }]
    : [first, ...others];
}

/** What judges, as an evaluation will tell it. Of built-in evaluators, only the service knows the version. */
async function readPlannedResults({ client, body, evaluators, findBaseline }: GatedRun): Promise<AggregatedResult[]> {
  const isOwn = evaluators.some(({ key }) => findEvaluator(key) === undefined);
  const own = isOwn && findBaseline !== null ? await readOwnCode(client, body.app_id) : null;
  return plannedResults(evaluators).map((result) => ({
    ...result,
    code: findEvaluator(result.evaluator_config.evaluator_key) === undefined ? own : null,
  }));
}

/** The hash of the project's own evaluators, as last deployed; `null`: several bases have other ones. */
async function readOwnCode(client: Client, app_id: string): Promise<string | null> {
  const deployments = (await orMissing(orUnsupported(client.listDeployments({ app_id }), null))) ?? [];
  const newest = new Map(deployments.map(({ base_id, evaluators }) => [base_id, evaluators?.artifact_sha256 ?? null]));
  const [code = null, ...others] = new Set(newest.values());
  return others.length === 0 ? code : null;
}

/**
 * Checks before anything is stored that a gate's rules are about evaluators that run, and that those run which it requires.
 *
 * @throws {WF_NOT_FOUND} with the metrics that there will be
 */
export function requireRulesOf(gate: Gate, evaluators: readonly PlannedEvaluator[]): void {
  const judged = { aggregated_results: plannedResults(evaluators) };
  requireMetrics(gate, judged, null);
  for (const name of gate.evaluators) requireNamed(name, metricsOf(judged));
}

type Judged = Pick<Evaluation, 'aggregated_results'>;

/**
 * Throws where a gate cannot pass on the cases that there are, even if nothing changed: calls would most likely be paid for
 * nothing. A variant that is better may pass nevertheless, so the error says how much better, and how to go on.
 *
 * @param baseline - `null`: it is evaluated together with the others
 * @throws {WF_GATE_INCONCLUSIVE} with the rules, the cases that they need, and the margins that these cases can decide
 */
export function requireDecidable(plan: GatePlan, baseline: Judged | null = null): void {
  const blocked = plan.checks
    .filter(({ can_pass }) => can_pass === false)
    .map((check) => ({ ...check, needed_better: withRoom(check, plan.cases, baseline) }));
  if (blocked.length === 0) return;
  const canImprove = blocked.every(({ needed_better }) => needed_better !== null);
  throw new UserError({
    code: 'WF_GATE_INCONCLUSIVE',
    message: `The gate ${plan.gate} cannot pass on ${countOf(plan.cases, 'case')} ${canImprove ? 'if nothing changed' : 'even if nothing changed'}, so nothing was called: ${blocked.map(describeBlocked).join('; ')}.`,
    nextSteps: [
      'Add cases to the test set, or let the gate ask for less',
      'wf eval plan … --gate FILE',
      ...(canImprove ? [EXPECTED_BETTER] : []),
    ],
    details: plan,
  });
}

const EXPECTED_BETTER =
  'For a variant that you expect to be better: wf eval run … without --gate, then wf eval show VARIANT --gate FILE --baseline BASELINE';

/** Of pass or fail and of scores from 0 to 1, the baseline's mean says how many cases can get better. */
function withRoom({ metric: name, needed_better: needed }: PlannedCheck, cases: number, baseline: Judged | null) {
  if (needed === null || baseline === null) return needed;
  const metric = metricsOf(baseline).find((each) => each.name === name);
  const score = baseline.aggregated_results.find(({ evaluator_config: { id } }) => id === metric?.id)?.result.value;
  const { low = null, high = null } = metric?.range ?? {};
  if (metric === undefined || low === null || high === null) return needed;
  if (typeof score !== 'number' && typeof score !== 'boolean') return needed;
  const room = (metric.goal === 'higher' ? high - Number(score) : Number(score) - low) / (high - low);
  return needed <= Math.round(room * cases) ? needed : null;
}

function describeBlocked({ metric, rule, needed_to_pass: needed, could, needed_better: better }: PlannedCheck): string {
  const needs = needed === null ? 'can pass on no number of cases' : `needs ${needed}`;
  const improved =
    better === null
      ? ''
      : `, or ${countOf(better, 'case')} that ${better === 1 ? 'gets' : 'get'} better and none that gets worse`;
  return `${metric}, ${rule}, ${needs}${could === null ? '' : ` (not_worse_by: ${could} could)`}${improved}`;
}

/**
 * Checks that an evaluation has the metrics of a gate's rules; of a baseline, of those that compare.
 *
 * @throws {WF_NOT_FOUND} with the metrics that there are
 */
function requireMetrics({ rules }: Gate, evaluation: Judged, side: 'baseline' | null): void {
  // Slow calls are named by a percentile of the latency.
  const metrics = nameableMetrics(evaluation).filter(({ target }) => target !== 'p95');
  for (const { metric, not_worse_by } of rules) {
    if (side === null || not_worse_by !== undefined) requireNamed(metric, metrics, side);
  }
}
