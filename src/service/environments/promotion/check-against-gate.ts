import type { GateReport } from '../../../contract/evaluations/gate-report.ts';
import type { GateEvidence, GateFile, KeptGate } from '../../../contract/environments/environment.ts';
import { compareEvaluations } from '../../../evaluation/compare/compare-evaluations.ts';
import type { EvaluationRows } from '../../../evaluation/compare/metrics.ts';
import { countChoices } from '../../../evaluation/gate/count-choices.ts';
import type { Spent } from '../../../evaluation/gate/spend-level.ts';
import { findLook, identifyLook, readOnSameRows } from '../../evaluations/queries/gate-looks.ts';
import { checkGate, comparisonFor, needsBaseline, primaryOf } from '../../../evaluation/gate/judge-gate.ts';
import type { Gate } from '../../../evaluation/gate/parse-gate.ts';
import { requirePassed } from '../../../evaluation/gate/require-passed.ts';
import { isWfError, UserError } from '../../../foundation/errors/wf-error.ts';
import { invalidField } from '../../operation/invalid-field.ts';
import { readStoredEvaluation } from '../../evaluations/scenario-records.ts';
import type { EvaluationRow } from '../../evaluations/queries/evaluations.ts';
import type { Db } from '../../store/schema.ts';

/**
 * Checks a stored evaluation against a gate.
 *
 * @param baseline - the evaluation that a rule "not_worse_by" compares with
 * @throws {WF_GATE_FAILED} when a condition is not met
 * @throws {WF_GATE_INCONCLUSIVE} when no condition fails, and one is inconclusive
 */
export async function checkAgainstGate(
  db: Db,
  file: KeptGate,
  candidate: EvaluationRow,
  baseline: EvaluationRow | null,
): Promise<GateEvidence> {
  const gate = await readGateFile(file);
  const rows = await readStoredEvaluation(db, candidate);
  const compared = needsBaseline(gate) ? requireGiven(baseline) : null;
  const base = compared === null ? null : await readStoredEvaluation(db, compared);
  const identity = await identifyLook(db, gate.sha256, candidate, compared);
  const spent = {
    look: await findLook(db, candidate.app_id, identity),
    choices: countChoices(
      rows.evaluation,
      { baseline: base?.evaluation ?? null, candidates: [rows.evaluation] },
      await readOnSameRows(db, candidate),
      primaryOf(gate),
    ),
  };
  const report = await judge(gate, rows, base, spent);
  requirePassed(report);
  return toEvidence(file, report, candidate.id, compared?.id ?? null);
}

/** Identifies the look that a gate takes at stored evaluations. */
export async function identifyGateLook(
  db: Db,
  file: GateFile,
  candidate: EvaluationRow,
  baseline: EvaluationRow | null,
) {
  const gate = await readGateFile(file);
  const compared = needsBaseline(gate) ? baseline : null;
  return { appId: candidate.app_id, identity: await identifyLook(db, gate.sha256, candidate, compared) };
}

async function judge(
  gate: Gate,
  candidate: EvaluationRows,
  baseline: EvaluationRows | null,
  spent: Spent,
): Promise<GateReport> {
  const spentOf = () => spent;
  if (baseline === null) return await checkGate(gate, [candidate], null, spentOf);
  const comparison = await compareEvaluations({
    baseline,
    candidates: [candidate],
    ...comparisonFor(gate, spentOf),
    maxRows: 0,
  });
  return await checkGate(gate, [candidate], comparison, spentOf);
}

function requireGiven(baseline: EvaluationRow | null): EvaluationRow {
  if (baseline !== null) return baseline;
  throw invalidField(
    ['body', 'baseline_evaluation_id'],
    'The gate has a rule "not_worse_by": name the evaluation to compare with',
    'missing',
  );
}

/** Reads a gate that came with a request, as it is stored. @throws {WF_INVALID_INPUT} with the location in the body */
export async function toKeptGate(file: GateFile): Promise<KeptGate> {
  const { name, sha256, route = null } = await readGateFile(file);
  return { name, sha256, content: file.content, route };
}

/** Reads a gate that came with a request. @throws {WF_INVALID_INPUT} with the location in the body */
async function readGateFile({ name, content }: Pick<GateFile, 'name' | 'content'>): Promise<Gate> {
  // Loaded on demand: YAML takes as long to load as half of the service, and few requests need it.
  const { parseGate } = await import('../../../evaluation/gate/parse-gate.ts');
  try {
    return parseGate(name, content);
  } catch (error) {
    if (!isWfError(error)) throw error;
    const details = [{ loc: ['body', 'gate', 'content'], msg: error.message, type: 'gate_invalid' }];
    throw new UserError({ code: 'WF_INVALID_INPUT', message: error.message, details, cause: error });
  }
}

function toEvidence(file: KeptGate, report: GateReport, evaluationId: string, baselineId: string | null): GateEvidence {
  const checks = report.results.flatMap((result) => result.checks);
  const route = report.results[0]?.route ?? null;
  return {
    evaluation_id: evaluationId,
    route,
    baseline_evaluation_id: baselineId,
    verdict: 'passed',
    gate: file,
    confidence: report.confidence,
    look: report.results[0]?.look ?? null,
    choices: report.results[0]?.choices ?? null,
    checks: checks.map(({ metric, rule, value, interval, cases }) => ({
      metric,
      rule,
      value,
      interval: interval === null ? null : [...interval],
      cases,
    })),
  };
}
