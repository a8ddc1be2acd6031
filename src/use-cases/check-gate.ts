import type { Comparison } from '../contract/comparison.ts';
import type { GateCheck, GateReport } from '../contract/gate-report.ts';
import { UserError } from '../errors/wf-error.ts';
import type { EvaluationRows } from '../evaluation/compare/compare-rows.ts';
import { judgeGate, type GateCandidate } from '../evaluation/gate/judge-gate.ts';
import { parseGate, type Gate } from '../evaluation/gate/parse-gate.ts';
import { summariseEvaluation } from '../evaluation/summary/summarise-evaluation.ts';
import { readTextSource, type TextSource } from './read-text-source.ts';

/**
 * Reads a gate from a file or standard input.
 *
 * @throws {WF_INVALID_INPUT} when it cannot be read or is no gate
 */
export async function readGate(source: TextSource): Promise<Gate> {
  return parseGate(source.source === '-' ? 'standard input' : source.source, await readTextSource(source));
}

/** Holds evaluations, and how they compare with a baseline where there is one, against a gate. */
export async function checkGate(
  gate: Gate,
  evaluations: readonly EvaluationRows[],
  comparison: Comparison | null,
): Promise<GateReport> {
  const candidates: GateCandidate[] = [];
  for (const rows of evaluations) {
    const summary = await summariseEvaluation(rows, { level: gate.confidence, maxRows: 0 });
    candidates.push({ summary, compared: comparison?.candidates.find(({ id }) => id === summary.id) ?? null });
  }
  return judgeGate(gate, comparison?.baseline ?? null, candidates);
}

/**
 * Lets a command end well only when its gate, if it has one, passed.
 *
 * @throws {WF_GATE_FAILED} when a check failed
 * @throws {WF_GATE_INCONCLUSIVE} when no check failed, and one cannot tell
 */
export function requirePassed(report: GateReport | null): void {
  if (report === null || report.verdict === 'passed') return;
  const { verdict } = report;
  const found = report.results.flatMap(({ variant, checks }) =>
    checks
      .filter((check) => check.verdict === verdict)
      .map((check) => `${check.metric} of ${variant}, ${wordsFor(check)}`),
  );
  throw new UserError({
    code: verdict === 'failed' ? 'WF_GATE_FAILED' : 'WF_GATE_INCONCLUSIVE',
    message: `The gate ${report.gate} ${verdict === 'failed' ? 'failed' : 'is inconclusive'}: ${found.join('; ')}.`,
    details: report,
  });
}

function wordsFor({ rule, reason }: GateCheck): string {
  return reason === null ? rule : `${rule}: ${reason}`;
}
