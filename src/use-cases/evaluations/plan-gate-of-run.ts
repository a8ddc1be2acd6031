import type { Client } from '../../client/create-client.ts';
import { orMissing, orUnsupported } from '../../client/public/is-missing.ts';
import type { NewEvaluation } from '../../contract/evaluations/evaluation.ts';
import type { EvaluationForecast } from '../../contract/evaluations/evaluation-progress.ts';
import type { GatePlan } from '../../contract/evaluations/gate-report.ts';
import type { Gate } from '../../evaluation/gate/parse-gate.ts';
import type { PlannedEvaluator } from '../../evaluation/gate/plan-metric.ts';

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

interface GatedRun {
  readonly client: Client;
  readonly gate: Gate | null;
  readonly body: NewEvaluation;
  readonly evaluators: readonly PlannedEvaluator[];
}

/** @throws {WF_GATE_INCONCLUSIVE} before any call, when the gate cannot pass on so few cases */
export async function requireDecidableGate({ client, gate, body, evaluators }: GatedRun): Promise<void> {
  if (gate === null) return;
  // A service that forecasts nothing does not count the cases either.
  const forecasts = await orMissing(orUnsupported(client.planEvaluations({ body }), null));
  const plan = await planGateOfRun(gate, forecasts ?? [], evaluators);
  if (plan === null || plan.cases === 0) return;
  (await import('../../evaluation/gate/plan-gate.ts')).requireDecidable(plan);
}
