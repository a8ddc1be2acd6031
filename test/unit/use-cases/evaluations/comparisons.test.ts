import { expect, test } from 'vitest';
import { ServiceError } from '../../../../src/foundation/errors/wf-error.ts';
import { parseGate } from '../../../../src/evaluation/gate/parse-gate.ts';
import { applyGate, requireBaseline } from '../../../../src/use-cases/evaluations/apply-gate.ts';
import { resolveBaseline } from '../../../../src/use-cases/evaluations/resolve-baseline.ts';
import { compareEvaluations } from '../../../../src/use-cases/evaluations/compare-evaluations.ts';
import { readGateReport } from '../../../../src/use-cases/evaluations/read-gate.ts';
import { clientOf } from '../../../helpers/client-of.ts';
import { makeJudgedEvaluation } from '../../../helpers/judged-evaluation.ts';
import { openWorld } from '../../../helpers/open-world.ts';

/** A world with evaluations of two variants, all of whose rows are right or wrong, and one that nobody runs. */
async function openJudged() {
  const world = await openWorld();
  const verdicts = (isRight: boolean) => Array.from({ length: 40 }, () => isRight);
  const good = await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: verdicts(true) });
  const bad = await makeJudgedEvaluation(world, { variantId: await world.makeVariant(), verdicts: verdicts(false) });
  const waiting = await world.makeEvaluation();
  return { ...world, good, bad, waiting, scope: { client: clientOf(world.running), app: 'support' } };
}

const BOUND = parseGate('least', 'rules: [{ metric: exact_match, minimum: 0.5 }]');
const COMPARED = parseGate('kept', 'rules: [{ metric: exact_match, not_worse_by: 0.1 }]');

test.each([
  ['needs no baseline', BOUND, 1, false],
  ['has one', COMPARED, 1, true],
  ['has a second evaluation', COMPARED, 2, false],
])('a gate that %s can be checked', (_, gate, evaluations, isNamed) => {
  expect(() => requireBaseline(gate, evaluations, isNamed)).not.toThrow();
});

test('a gate that compares is refused where there is nothing to compare with', () => {
  expect(() => requireBaseline(COMPARED, 1, false)).toThrow(
    expect.objectContaining({
      code: 'WF_USAGE',
      message: 'The gate kept has a rule "not_worse_by", which needs a second evaluation to compare with.',
      nextSteps: ['Add --baseline EVALUATION', 'Name two variants: --variants BASELINE,CANDIDATE'],
    }),
  );
});

test('a gate compares with the named evaluation, or the first of several', async () => {
  await using world = await openJudged();
  const { client } = world.scope;
  const [good, bad] = [
    await client.getEvaluation({ evaluation_id: world.good }),
    await client.getEvaluation({ evaluation_id: world.bad }),
  ];
  const check = async (evaluations: readonly [typeof good, ...(typeof good)[]], named: string | null) => {
    const options = { ...world.scope, comparedWith: evaluations, cwd: '.' };
    const baseline = named === null ? null : await resolveBaseline({ ...options, baseline: named });
    return (await applyGate({ client, gate: COMPARED, evaluations, baseline })).verdict;
  };
  expect(await check([bad], world.good)).toBe('failed');
  expect(await check([good, bad], null)).toBe('failed');
  expect(await check([good], world.bad)).toBe('passed');
  expect(await check([bad, good], null)).toBe('passed');
  // What a run evaluates may be its baseline, which is then no candidate.
  expect(await check([good, bad], world.good)).toBe('failed');
  await expect(check([good], world.good)).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: `The baseline is evaluation ${world.good}, which is compared: it cannot be worse than itself.`,
  });
});

test('evaluations are compared at a level between 0.5 and 1', async () => {
  await using world = await openJudged();
  const compare = async (level: string | null, candidate = world.bad) => {
    const compared = { baseline: world.good, candidates: [candidate], route: null, level };
    return (await compareEvaluations({ ...world.scope, ...compared })).comparison;
  };
  const levels = [await compare(null), await compare('0.51'), await compare('0.999')].map(({ level }) => level);
  expect(levels).toEqual([0.95, 0.51, 0.999]);
  for (const level of ['0.5', '1', '', 'high', '-1']) {
    await expect(compare(level)).rejects.toMatchObject({
      code: 'WF_USAGE',
      message: `--level cannot be "${level}": write a number between 0.5 and 1, such as 0.95.`,
    });
  }
  await expect(compare(null, world.waiting)).rejects.toMatchObject({ code: 'WF_INVALID_INPUT' });
});

const REPORT = { results: [], verdict: 'fail' };
const refusal = (code: 'WF_GATE_FAILED' | 'WF_GATE_INCONCLUSIVE' | 'WF_CONFLICT', details: unknown) =>
  new ServiceError({ code, message: 'No.', status: 409, details });

test.each([
  ['a gate that failed', refusal('WF_GATE_FAILED', { detail: REPORT }), REPORT],
  ['an inconclusive gate', refusal('WF_GATE_INCONCLUSIVE', { detail: REPORT }), REPORT],
  ['another refusal', refusal('WF_CONFLICT', { detail: REPORT }), null],
  ['a refusal without details', refusal('WF_GATE_FAILED', undefined), null],
  ['details of another shape', refusal('WF_GATE_FAILED', { detail: { results: 'none' } }), null],
  ['another error', new Error('no'), null],
])('the report of %s is read, if there is one', (_, error, report) => {
  expect(readGateReport(error)).toEqual(report);
});
