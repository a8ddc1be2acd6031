import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { parseGate } from '../../../../src/evaluation/gate/parse-gate.ts';
import { applyGate, requireBaseline } from '../../../../src/use-cases/evaluations/apply-gate.ts';
import {
  compareEvaluations,
  type CompareEvaluationsOptions,
} from '../../../../src/use-cases/evaluations/compare-evaluations.ts';
import { readGateReport } from '../../../../src/use-cases/evaluations/read-gate-report.ts';
import { evaluationOf, rowOf } from '../../../helpers/evaluation-records.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

describe('a gate', () => {
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

  /** Rows of which the first ones match. */
  function rowsOf(count: number, matching: number) {
    return Array.from({ length: count }, (_, index) =>
      rowOf({ input: String(index), scores: { exact_match: index < matching } }),
    );
  }
});

describe('a refusal', () => {
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
});

describe('a comparison', () => {
  const APP = '01932c5e-0000-7000-8000-00000000000a';
  const idOf = (digit: number) => `01932c5e-3333-7000-8000-00000000000${digit}`;
  const EVALUATIONS = [1, 2, 3].map((digit) =>
    evaluationOf({
      id: idOf(digit),
      ...(digit === 2 ? { variant_names: ['tuned'] } : {}),
      ...(digit === 3 ? { status: { type: 'status', value: 'EVALUATION_STARTED' } } : {}),
    }),
  );

  async function compare(options: Partial<CompareEvaluationsOptions>) {
    const { client } = fakeClient({
      extensions: async () => null,
      getEvaluation: async ({ evaluation_id: id }) =>
        EVALUATIONS.find((one) => one.id === id) as (typeof EVALUATIONS)[0],
      listEvaluations: async () => EVALUATIONS,
      listEvaluationScenarios: async ({ evaluation_id: id }) =>
        Array.from({ length: 20 }, (_, index) => ({
          ...rowOf({ input: `row ${index}`, scores: { exact_match: id === idOf(2) || index < 5 } }),
          evaluation_id: id,
        })),
    });
    const named = { client, app: APP, baseline: idOf(1), candidates: [idOf(2)], level: null };
    return await compareEvaluations({ ...named, ...options });
  }

  test('evaluations are compared at the usual level, without a gate', async () => {
    const { comparison, gate } = await compare({});
    expect(gate).toBeNull();
    expect(comparison).toMatchObject({
      level: 0.95,
      baseline: { id: idOf(1) },
      candidates: [
        { id: idOf(2), metrics: [{ metric: 'exact_match', baseline: 0.25, candidate: 1, verdict: 'better' }, {}, {}] },
      ],
    });
  });

  test.each([
    ['0.9', 0.9],
    ['0.51', 0.51],
    ['0.999', 0.999],
  ])('the level %s is used', async (level, number) => {
    expect((await compare({ level })).comparison.level).toBe(number);
  });

  test.each(['0.5', '1', '', 'high', '-1'])('the level %j is refused', async (level) => {
    await expect(compare({ level })).rejects.toMatchObject({
      code: 'WF_USAGE',
      message: `--level cannot be "${level}": write a number between 0.5 and 1, such as 0.95.`,
    });
  });

  test('an evaluation that is not finished is not compared', async () => {
    await expect(compare({ candidates: [idOf(3)] })).rejects.toMatchObject({ code: 'WF_INVALID_INPUT' });
  });
});
