import type { GateCheck, GateReport } from '../../contract/evaluations/gate-report.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';

/**
 * Throws unless the gate passed, or there is none.
 *
 * @throws {WF_GATE_FAILED} when a check failed
 * @throws {WF_GATE_INCONCLUSIVE} when no check failed, and one is inconclusive
 */
export function requirePassed(report: GateReport | null): void {
  if (report === null || report.verdict === 'passed') return;
  const { verdict } = report;
  const found = report.results.flatMap(({ variant, checks }) =>
    checks
      .filter((check) => check.verdict === verdict)
      .map((check) => `${check.metric} of ${variant}, ${describeCheck(check)}`),
  );
  throw new UserError({
    code: verdict === 'failed' ? 'WF_GATE_FAILED' : 'WF_GATE_INCONCLUSIVE',
    message: `The gate ${report.gate} ${verdict === 'failed' ? 'failed' : 'is inconclusive'}: ${found.join('; ')}.`,
    details: report,
  });
}

function describeCheck({ rule, reason }: GateCheck): string {
  return reason === null ? rule : `${rule}: ${reason}`;
}
