import { expect, test } from 'vitest';
import type { GateCheck, GateReport, GateVerdict } from '../../../../src/contract/evaluations/gate-report.ts';
import { requirePassed } from '../../../../src/evaluation/gate/require-passed.ts';

const checkOf = (metric: string, verdict: GateVerdict, reason: string | null): GateCheck => ({
  metric,
  rule: 'minimum 0.8',
  verdict,
  value: 0.7,
  interval: null,
  cases: 10,
  needed_cases: null,
  reason,
});
const reportOf = (verdict: GateVerdict): GateReport => ({
  gate: 'release',
  gate_sha256: 'x',
  confidence: 0.95,
  baseline: null,
  verdict,
  results: [
    {
      id: 'e',
      variant: 'default@2',
      verdict,
      checks: [
        checkOf('exact', 'passed', null),
        checkOf('judge', 'failed', '0.7 is below'),
        checkOf('cost', 'failed', null),
        checkOf('latency', 'inconclusive', 'too few'),
      ],
    },
  ],
});

test.each([null, reportOf('passed')])('nothing is thrown when no gate stands in the way', (report) => {
  expect(() => requirePassed(report)).not.toThrow();
});

test.each([
  [
    'failed',
    'WF_GATE_FAILED',
    'The gate release failed: judge of default@2, minimum 0.8: 0.7 is below; cost of default@2, minimum 0.8.',
  ],
  [
    'inconclusive',
    'WF_GATE_INCONCLUSIVE',
    'The gate release is inconclusive: latency of default@2, minimum 0.8: too few.',
  ],
] as const)('a gate that is %s throws with its checks', (verdict, code, message) => {
  const report = reportOf(verdict);
  expect(() => requirePassed(report)).toThrow(expect.objectContaining({ code, message, details: report }) as Error);
});
