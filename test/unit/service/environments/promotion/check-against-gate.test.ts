import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  checkAgainstGate,
  readGateFile,
} from '../../../../../src/service/environments/promotion/check-against-gate.ts';
import { requireEvaluation } from '../../../../../src/service/evaluations/queries/evaluations.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const CONFIG = { id: 'c', name: 'exact_match', evaluator_key: 'auto_exact_match', settings_values: {} };

/** Two evaluations of forty rows, with these shares of right answers. */
async function openEvaluations(shares: Readonly<Record<string, number>>) {
  const { db } = await openBare();
  const status = { status: '{"type":"status","value":"EVALUATION_FINISHED"}', status_value: 'EVALUATION_FINISHED' };
  const rows = Object.keys(shares).flatMap((id) => Array.from({ length: 40 }, (_, position) => ({ id, position })));
  await insertBare(
    db,
    'evaluations',
    Object.entries(shares).map(([id, share]) => ({
      id,
      variant_name: id,
      revision: 1,
      ...status,
      options: '{}',
      evaluator_configs: JSON.stringify([CONFIG]),
      aggregated_results: JSON.stringify([{ evaluator_config: CONFIG, result: { type: 'number', value: share } }]),
      totals: '{}',
    })),
  );
  await insertBare(
    db,
    'evaluation_scenarios',
    rows.map(({ id, position }) => {
      return { id: `${id}${position}`, evaluation_id: id, position, cells: JSON.stringify({ text: `t${position}` }) };
    }),
  );
  await insertBare(
    db,
    'evaluation_outcomes',
    rows.map(({ id, position }) => {
      const value = position < 40 * (shares[id] ?? 0);
      return {
        scenario_id: `${id}${position}`,
        evaluation_id: id,
        outputs: JSON.stringify([{ result: { type: 'text', value: 'x' }, cost: null, latency: null }]),
        results: JSON.stringify([{ evaluator_config: 'c', result: { type: 'bool', value } }]),
      };
    }),
  );
  return async (content: string, baseline: string | null = null) =>
    await checkAgainstGate(
      db,
      { name: 'release.gate.yaml', content },
      await requireEvaluation(db, 'new'),
      baseline === null ? null : await requireEvaluation(db, baseline),
    );
}

const MINIMUM = 'rules: [{ metric: exact_match, minimum: 0.8 }]';
const NOT_WORSE = 'rules: [{ metric: exact_match, not_worse_by: 0.1 }]';

test('what passes a gate is the evidence, with each condition', async () => {
  const check = await openEvaluations({ new: 1 });
  expect(await check(MINIMUM)).toEqual({
    evaluation_id: 'new',
    baseline_evaluation_id: null,
    verdict: 'passed',
    gate: {
      name: 'release.gate.yaml',
      sha256: createHash('sha256').update(MINIMUM).digest('hex'),
      content: MINIMUM,
    },
    confidence: 0.95,
    checks: [
      { metric: 'errors', rule: 'maximum 0', value: 0, interval: null, cases: 40 },
      { metric: 'cases', rule: 'minimum 1', value: 40, interval: null, cases: 40 },
      { metric: 'exact_match', rule: 'minimum 0.8', value: 1, interval: [expect.any(Number), 1], cases: 40 },
    ],
  });
});

test('a condition that is not met fails the gate', async () => {
  const check = await openEvaluations({ new: 0.5 });
  await expect(check(MINIMUM)).rejects.toMatchObject({ code: 'WF_GATE_FAILED' });
});

test('a baseline is compared with only where a condition needs one', async () => {
  const check = await openEvaluations({ new: 1, old: 0.5 });
  expect(await check(NOT_WORSE, 'old')).toMatchObject({
    baseline_evaluation_id: 'old',
    checks: expect.arrayContaining([expect.objectContaining({ metric: 'exact_match', cases: 40 })]),
  });
  expect(await check(MINIMUM, 'old')).toMatchObject({ baseline_evaluation_id: null });
  const worse = await openEvaluations({ new: 0.5, old: 1 });
  await expect(worse(NOT_WORSE, 'old')).rejects.toMatchObject({ code: 'WF_GATE_FAILED' });
  const msg = 'The gate has a rule "not_worse_by": name the evaluation to compare with';
  await expect(check(NOT_WORSE)).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `${msg}.`,
    details: [{ loc: ['body', 'baseline_evaluation_id'], msg, type: 'missing' }],
  });
});

test('a gate that cannot be read is refused in its place', async () => {
  const read = readGateFile({ name: 'release.gate.yaml', content: 'rules: 1' });
  const error = await read.catch((thrown: unknown) => thrown);
  const { message, cause } = error as Error;
  expect(error).toMatchObject({
    code: 'WF_INVALID_INPUT',
    details: [{ loc: ['body', 'gate', 'content'], msg: message, type: 'gate_invalid' }],
  });
  expect([message, cause]).toEqual([
    expect.stringContaining('release.gate.yaml'),
    expect.objectContaining({ message }),
  ]);
});
