import { expect, test } from 'vitest';
import type { GateCheck, GateReport } from '../../../../src/contract/evaluations/gate-report.ts';
import { gatePage } from '../../../../src/ui/evaluations/gate-page.ts';
import { drawnLines, outlineOf, writtenLines } from '../fixtures.ts';

const PASSED: GateCheck = {
  metric: 'exact',
  rule: 'minimum 0.8',
  verdict: 'passed',
  value: 0.9,
  interval: [0.85, 0.95],
  cases: 40,
  needed_cases: null,
  reason: null,
};
const REPORT: GateReport = {
  gate: 'release',
  gate_sha256: 'ab',
  confidence: 0.95,
  baseline: null,
  verdict: 'failed',
  results: [
    {
      id: 'e-1',
      variant: 'formal@2',
      verdict: 'inconclusive',
      checks: [
        PASSED,
        { ...PASSED, verdict: 'failed', value: 0.5, interval: null, reason: '0.5 is below 0.8' },
        { ...PASSED, verdict: 'inconclusive', needed_cases: 120 },
      ],
    } as unknown as GateReport['results'][number],
  ],
};

test('without a gate there is nothing', () => {
  expect(gatePage(null)).toEqual([]);
});

test('people see each check with its interval', () => {
  expect(drawnLines(gatePage(REPORT), 120)).toEqual([
    'Gate release on formal@2 (e-1): ? inconclusive',
    'check  rule         verdict         value  interval     cases  needed  reason',
    'exact  minimum 0.8  ✓ passed          0.9  0.85 – 0.95     40       -  -',
    'exact  minimum 0.8  ✗ failed          0.5  -               40       -  0.5 is below 0.8',
    'exact  minimum 0.8  ? inconclusive    0.9  0.85 – 0.95     40     120  -',
    '',
    'The gate release: ✗ failed.',
  ]);
});

test('on a narrow terminal the interval is dropped first, then the cases', () => {
  expect(outlineOf(gatePage(REPORT))[8]).toBe('  interval | text | 3 | drawn');
  expect(drawnLines(gatePage(REPORT), 80)[1]).toEqual(
    'check  rule         verdict         value  cases  needed  reason',
  );
  expect(drawnLines(gatePage(REPORT), 70)[1]).toEqual('check  rule         verdict         value  needed  reason');
  expect(drawnLines(gatePage(REPORT), 60)[1]).toEqual('check  rule         verdict         value  reason');
});

test('programs get both ends of the interval', () => {
  expect(writtenLines(gatePage(REPORT))).toEqual([
    'Gate release on formal@2 (e-1): ? inconclusive',
    'CHECK  RULE         VERDICT         VALUE  FROM    TO  CASES  NEEDED  REASON',
    'exact  minimum 0.8  ✓ passed          0.9  0.85  0.95     40       -  -',
    'exact  minimum 0.8  ✗ failed          0.5     -     -     40       -  0.5 is below 0.8',
    'exact  minimum 0.8  ? inconclusive    0.9  0.85  0.95     40     120  -',
    '',
    'The gate release: ✗ failed.',
  ]);
});
