import { expect, test } from 'vitest';
import { parseGate } from '../../../../src/evaluation/gate/parse-gate.ts';
import { statusResult } from '../../../../src/contract/evaluations/evaluation-status.ts';
import { applyGate, requireBaseline } from '../../../../src/use-cases/evaluations/apply-gate.ts';
import { evaluationOf, rowOf } from '../../../helpers/evaluation-records.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const BOUND = parseGate('least', 'rules: [{ metric: exact_match, minimum: 0.5 }]');
const COMPARED = parseGate('kept', 'rules: [{ metric: exact_match, not_worse_by: 0.1 }]');

const [OLD, NEW] = [evaluationOf({ id: 'old' }), evaluationOf({ id: 'new' })];

test.each([
  ['needs no baseline', BOUND, 1, null],
  ['has one', COMPARED, 1, 'old'],
  ['has a second evaluation', COMPARED, 2, null],
])('a gate that %s can be checked', (_, gate, evaluations, baseline) => {
  expect(() => requireBaseline(gate, evaluations, baseline)).not.toThrow();
});

test('a gate that compares is refused where there is nothing to compare with, before rows are read', async () => {
  const { client, calls } = fakeClient({});
  await expect(
    applyGate({ client, app: null, gate: COMPARED, evaluations: [NEW], baseline: null }),
  ).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: 'The gate kept has a rule "not_worse_by", which needs a second evaluation to compare with.',
    nextSteps: ['Add --baseline EVALUATION', 'Name two variants: --variants BASELINE,CANDIDATE'],
  });
  expect(calls).toEqual([]);
});

test('bounds are checked without a baseline', async () => {
  const { client } = fakeClient({ listEvaluationScenarios: async () => rowsOf(4, 3) });
  const report = await applyGate({ client, app: null, gate: BOUND, evaluations: [NEW], baseline: null });
  expect(report).toMatchObject({ gate: 'least', verdict: 'passed' });
});

test.each([
  ['the first of two', [OLD, NEW], null],
  ['the named one', [NEW], 'old'],
])('%s is what the others are compared with', async (_, evaluations, baseline) => {
  const asked: unknown[] = [];
  const { client } = fakeClient({
    listApps: async () => [{ app_id: OLD.app_id, app_name: 'support' }],
    getEvaluation: async () => OLD,
    listEvaluations: async () => [OLD],
    listEvaluationScenarios: async (input) => {
      asked.push(input.evaluation_id);
      return rowsOf(40, input.evaluation_id === 'old' ? 40 : 0);
    },
  });
  const report = await applyGate({ client, app: 'support', gate: COMPARED, evaluations, baseline });
  expect(report).toMatchObject({ gate: 'kept', verdict: 'failed' });
  expect(new Set(asked)).toEqual(new Set(['old', 'new']));
});

test('an evaluation without all rows is judged by no gate', async () => {
  const running = evaluationOf({ id: 'e', status: statusResult('EVALUATION_STARTED') });
  const { client } = fakeClient({});
  await expect(
    applyGate({ client, app: null, gate: BOUND, evaluations: [running], baseline: null }),
  ).rejects.toMatchObject({ code: 'WF_INVALID_INPUT', nextSteps: ['wf eval watch e'] });
});

/** Rows of which the first ones match. */
function rowsOf(count: number, matching: number) {
  return Array.from({ length: count }, (_, index) =>
    rowOf({ input: String(index), scores: { exact_match: index < matching } }),
  );
}
