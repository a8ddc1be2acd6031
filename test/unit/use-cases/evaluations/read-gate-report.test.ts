import { expect, test } from 'vitest';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { readGateReport } from '../../../../src/use-cases/evaluations/read-gate-report.ts';

const REPORT = { results: [], verdict: 'fail' };
const refusal = (code: 'WF_GATE_FAILED' | 'WF_GATE_INCONCLUSIVE' | 'WF_CONFLICT', details: unknown) =>
  new ServiceError({ code, message: 'No.', status: 409, details });

test.each(['WF_GATE_FAILED', 'WF_GATE_INCONCLUSIVE'] as const)('%s contains a report', (code) => {
  expect(readGateReport(refusal(code, { detail: REPORT }))).toEqual(REPORT);
});

test.each([
  ['another refusal', refusal('WF_CONFLICT', { detail: REPORT })],
  ['a refusal without details', refusal('WF_GATE_FAILED', undefined)],
  ['details of another shape', refusal('WF_GATE_FAILED', { detail: { results: 'none' } })],
  ['another error', new Error('no')],
  ['no error', null],
])('%s has none', (_, error) => {
  expect(readGateReport(error)).toBeNull();
});
