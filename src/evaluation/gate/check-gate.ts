import type { Comparison } from '../../contract/evaluations/comparison.ts';
import type { GateReport } from '../../contract/evaluations/gate-report.ts';
import type { EvaluationRows } from '../compare/compare-rows.ts';
import { summariseEvaluation } from '../summary/summarise-evaluation.ts';
import { judgeGate, rangesOf, type GateCandidate } from './judge-gate.ts';
import type { Gate } from './parse-gate.ts';

/** Checks evaluations, and their comparison with a baseline if there is one, against a gate. */
export async function checkGate(
  gate: Gate,
  evaluations: readonly EvaluationRows[],
  comparison: Comparison | null,
): Promise<GateReport> {
  const candidates: GateCandidate[] = [];
  for (const rows of evaluations) {
    const summary = await summariseEvaluation(rows, { level: gate.confidence, maxRows: 0, rangeOf: rangesOf(gate) });
    candidates.push({ summary, compared: comparison?.candidates.find(({ id }) => id === summary.id) ?? null });
  }
  return judgeGate(gate, comparison?.baseline ?? null, candidates);
}
