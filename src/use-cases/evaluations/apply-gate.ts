import type { Client } from '../../client/create-client.ts';
import type { TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import type { GateReport } from '../../contract/evaluations/gate-report.ts';
import { usageError, UserError } from '../../foundation/errors/wf-error.ts';
import { compareEvaluations } from '../../evaluation/compare/compare-evaluations.ts';
import { checkGate, comparisonFor, needsBaseline } from '../../evaluation/gate/judge-gate.ts';
import type { Gate } from '../../evaluation/gate/parse-gate.ts';
import { countSpent } from './count-spent.ts';
import { readEvaluationRows, requireComplete } from './require-finished.ts';
import type { BaselineContext, ResolvedBaseline } from './resolve-baseline.ts';

export interface ApplyGateOptions {
  readonly client: Client;
  readonly gate: Gate;
  readonly evaluations: readonly TestedEvaluation[];
  /** What to compare with; `null`: the first one, where the gate needs one. */
  readonly baseline: ResolvedBaseline | null;
}

interface ApplyGateToOptions extends Omit<BaselineContext, 'comparedWith'> {
  readonly gate: Gate;
  readonly evaluation: TestedEvaluation;
  /** As typed; `null`: it is compared with none. */
  readonly baseline: string | null;
}

/** Checks an evaluation that has ended against a gate. */
export async function applyGateTo(options: ApplyGateToOptions): Promise<GateReport> {
  const { gate, evaluation, baseline: typed, ...context } = options;
  const find = async (baseline: string): Promise<ResolvedBaseline> => {
    // Most gates name none.
    const { resolveBaseline } = await import('./resolve-baseline.ts');
    return await resolveBaseline({ ...context, baseline, comparedWith: [evaluation] });
  };
  const baseline = typed === null ? null : await find(typed);
  return await applyGate({ client: context.client, gate, evaluations: [evaluation], baseline });
}

/** Checks evaluations against a gate, and compares them with a baseline if the gate has a rule about one. */
export async function applyGate({ client, gate, evaluations, baseline }: ApplyGateOptions): Promise<GateReport> {
  requireBaseline(gate, evaluations.length, baseline !== null);
  const all = await Promise.all(evaluations.map((each) => requireComplete(client, each)));
  const read = (evaluation: TestedEvaluation) => readEvaluationRows(client, evaluation);
  if (!needsBaseline(gate)) {
    const spentOf = await countSpent(client, gate, { candidates: all, baseline: null });
    return await checkGate(gate, all.map(read), null, spentOf);
  }
  const [first] = all;
  const base = baseline?.rows ?? (first === undefined ? null : read(first));
  if (base === null) throw new Error('There is a baseline: it was just asked for.');
  const judged = all.filter(({ id }) => id !== base.evaluation.id);
  if (judged.length === 0) throw comparedWithItself(base.evaluation);
  const spentOf = await countSpent(client, gate, { candidates: judged, baseline: base.evaluation });
  const candidates = judged.map(read);
  const comparison = await compareEvaluations({
    baseline: base,
    candidates,
    ...comparisonFor(gate, spentOf),
    maxRows: 0,
  });
  const report = await checkGate(gate, candidates, comparison, spentOf);
  return baseline?.source == null ? report : { ...report, baseline_source: baseline.source };
}

function comparedWithItself({ id }: TestedEvaluation): Error {
  return usageError(`The baseline is evaluation ${id}, which is compared: it cannot be worse than itself.`, [
    'wf eval list',
  ]);
}

/**
 * Checks before anything runs that a gate has the baseline it needs.
 *
 * @throws {WF_USAGE} when the gate needs a baseline and there is only one evaluation
 */
export function requireBaseline(gate: Gate, evaluations: number, isNamed: boolean): void {
  if (!needsBaseline(gate) || evaluations > 1 || isNamed) return;
  throw new UserError({
    code: 'WF_USAGE',
    message: `The gate ${gate.name} has a rule "not_worse_by", which needs a second evaluation to compare with.`,
    nextSteps: ['Add --baseline EVALUATION', 'Name two variants: --variants BASELINE,CANDIDATE'],
  });
}
