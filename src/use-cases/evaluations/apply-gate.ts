import type { TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import type { GateReport } from '../../contract/evaluations/gate-report.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { compareEvaluations } from '../../evaluation/compare/compare-evaluations.ts';
import { checkGate, comparisonFor, needsBaseline } from '../../evaluation/gate/judge-gate.ts';
import type { Gate } from '../../evaluation/gate/parse-gate.ts';
import { countSpent } from './count-spent.ts';
import { readEvaluationRows, requireComplete } from './require-finished.ts';
import { resolveBaseline, type ResolveBaselineOptions } from './resolve-baseline.ts';

export interface ApplyGateOptions extends Pick<ResolveBaselineOptions, 'client' | 'app' | 'onWarning'> {
  readonly gate: Gate;
  readonly evaluations: readonly TestedEvaluation[];
  /** Evaluation to compare with; `null`: the first one, where the gate needs one. */
  readonly baseline: string | null;
}

/** Checks evaluations against a gate, and compares them with a baseline if the gate has a rule about one. */
export async function applyGate(options: ApplyGateOptions): Promise<GateReport> {
  const { gate, evaluations, baseline, ...named } = options;
  const { client } = named;
  requireBaseline(gate, evaluations.length, baseline);
  const all = evaluations.map(requireComplete);
  const read = (evaluation: TestedEvaluation) => readEvaluationRows(client, evaluation);
  if (!needsBaseline(gate)) {
    const spentOf = await countSpent(client, gate, { candidates: all, baseline: null });
    return await checkGate(gate, all.map(read), null, spentOf);
  }
  const [tested] = evaluations;
  const found =
    baseline === null || tested === undefined
      ? null
      : await resolveBaseline({ ...named, baseline, comparedWith: tested });
  const [first, ...others] = found === null ? all : [requireComplete(found.evaluation), ...all];
  if (first === undefined) throw new Error('There is a baseline: it was just asked for.');
  const spentOf = await countSpent(client, gate, { candidates: others, baseline: first });
  const candidates = others.map(read);
  const comparison = await compareEvaluations({
    baseline: read(first),
    candidates,
    ...comparisonFor(gate, spentOf),
    maxRows: 0,
  });
  const report = await checkGate(gate, candidates, comparison, spentOf);
  return found?.source === undefined ? report : { ...report, baseline_source: found.source };
}

/**
 * Checks before anything runs that a gate has the baseline it needs.
 *
 * @throws {WF_USAGE} when the gate needs a baseline and there is only one evaluation
 */
export function requireBaseline(gate: Gate, evaluations: number, baseline: string | null): void {
  if (!needsBaseline(gate) || evaluations > 1 || baseline !== null) return;
  throw new UserError({
    code: 'WF_USAGE',
    message: `The gate ${gate.name} has a rule "not_worse_by", which needs a second evaluation to compare with.`,
    nextSteps: ['Add --baseline EVALUATION', 'Name two variants: --variants BASELINE,CANDIDATE'],
  });
}
