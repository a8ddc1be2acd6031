import { expect, test } from 'vitest';
import { openWorld, type OwnWorld, seen } from '../../helpers/open-world.ts';
import { makeJudgedEvaluation } from '../../helpers/judged-evaluation.ts';
import { deploy, history } from '../../helpers/promote.ts';

const SHA256 = 'a'.repeat(64);

const passes = (count: number, rows: number) => Array.from({ length: rows }, (_, index) => index < count);
const questions = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ text: `question ${index}`, correct_answer: 'right' }));

interface Judged {
  readonly testsetId: string;
  readonly variantId?: string;
  readonly passed?: number;
  readonly rows?: number;
}

const judge = async (world: OwnWorld, { testsetId, variantId = world.variantId, passed = 40, rows = 40 }: Judged) =>
  await makeJudgedEvaluation(world, { variantId, testsetId, verdicts: passes(passed, rows) });

const look = async ({ call }: OwnWorld, evaluation_id: string, baseline_id: string | null = null, sha256 = SHA256) =>
  (await call('countLook', { evaluation_id, body: { gate_sha256: sha256, baseline_id } })).look;

async function openQuestions(rows = 40): Promise<OwnWorld & { readonly testsetId: string }> {
  const world = await openWorld();
  const { id } = await world.call('createTestset', { body: { name: 'questions', csvdata: questions(rows) } });
  return { ...world, testsetId: id };
}

const addRows = async ({ call, testsetId }: OwnWorld & { readonly testsetId: string }, rows: number) =>
  await call('updateTestset', { testset_id: testsetId, body: { name: 'questions', csvdata: questions(rows) } });

test('the same figures again are the same look, and those of more rows are the next one', async () => {
  await using world = await openQuestions();
  const [base, candidate] = [await judge(world, world), await judge(world, { ...world, passed: 38 })];
  expect(await look(world, candidate, base)).toBe(1);
  expect(await look(world, candidate, base)).toBe(1);
  // Stored answers make a second evaluation with the same figures.
  expect(await look(world, await judge(world, { ...world, passed: 38 }), base)).toBe(1);
  await addRows(world, 60);
  const more = [
    await judge(world, { ...world, rows: 60, passed: 60 }),
    await judge(world, { ...world, rows: 60 }),
  ] as const;
  expect(await look(world, more[1], more[0])).toBe(2);
  expect(await look(world, more[1], more[0])).toBe(2);
  expect(await look(world, candidate, base)).toBe(1);
  // Rows that were asked again.
  expect(await look(world, await judge(world, { ...world, rows: 60, passed: 41 }), more[0])).toBe(3);
});

test('each gate, variant, baseline and test set has its own looks', async () => {
  await using world = await openQuestions();
  const own = await judge(world, world);
  await look(world, own);
  const again = await judge(world, { ...world, passed: 39 });
  expect(await look(world, again)).toBe(2);
  expect(await look(world, again, null, 'b'.repeat(64))).toBe(1);
  expect(await look(world, again, own)).toBe(1);
  const other = await judge(world, { ...world, variantId: await world.makeVariant() });
  expect(await look(world, other)).toBe(1);
  expect(await look(world, again, other)).toBe(1);
  const { id: testsetId } = await world.call('createTestset', { body: { name: 'others', csvdata: questions(40) } });
  expect(await look(world, await judge(world, { ...world, testsetId }))).toBe(1);
});

test('looks at parts of the test set are counted among themselves, and spend nothing of the whole', async () => {
  await using world = await openQuestions();
  const part = async (limit: number) =>
    await makeJudgedEvaluation(world, {
      variantId: world.variantId,
      testsetId: world.testsetId,
      verdicts: passes(40, 40),
      options: { subset: { limit } },
    });
  expect([await look(world, await part(10)), await look(world, await part(20))]).toEqual([1, 2]);
  const whole = await judge(world, world);
  expect(await look(world, whole)).toBe(1);
  // A comparison with a part is about a part.
  expect(await look(world, whole, await part(30))).toBe(1);
  expect(await look(world, await part(35), whole)).toBe(2);
});

test('looks at once at different figures have different numbers', async () => {
  await using world = await openQuestions();
  const evaluations = [];
  for (const passed of [35, 36, 37, 38, 39, 40]) evaluations.push(await judge(world, { ...world, passed }));
  const looks = await Promise.all(evaluations.flatMap((id) => [look(world, id), look(world, id)]));
  expect(new Set(looks)).toEqual(new Set([1, 2, 3, 4, 5, 6]));
  expect(looks.filter((_, index) => index % 2 === 0)).toEqual(looks.filter((_, index) => index % 2 === 1));
});

test('looks stay when their evaluation is deleted, and go with their app', async () => {
  await using world = await openQuestions();
  const evaluation = await judge(world, world);
  await look(world, evaluation);
  await world.call('deleteEvaluations', { body: { evaluations_ids: [evaluation] } });
  expect(await look(world, await judge(world, { ...world, passed: 30 }))).toBe(2);
  const count = async () => (await world.running.store.db.selectFrom('gate_looks').selectAll().execute()).length;
  expect(await count()).toBe(2);
  await world.callByAll('deleteApp', { app_id: world.appId });
  expect(await count()).toBe(0);
});

const GATE = { name: 'release.yaml', content: 'rules: [{ metric: exact_match, minimum: 0.5, confident: true }]\n' };

test('a promotion looks, also one that does not pass, and its evidence says which look it was', async () => {
  await using world = await openQuestions();
  const bad = await judge(world, { ...world, passed: 20 });
  const refused = { code: 'WF_GATE_INCONCLUSIVE', results: [{ look: 1, choices: 1 }] };
  expect(await deploy(world, { gate: GATE, evaluation_id: bad })).toMatchObject([409, { detail: refused }]);
  expect(await deploy(world, { gate: GATE, evaluation_id: bad })).toMatchObject([409, { detail: refused }]);
  const good = await judge(world, world);
  expect(await deploy(world, { gate: GATE, evaluation_id: good })).toEqual([200, null]);
  const evidence = (await history(world)).at(-1)?.evidence;
  expect(evidence).toMatchObject({ evaluation_id: good, look: 2, choices: 1 });
  // A command that judges by the same file takes the same look.
  expect(await look(world, good, null, evidence?.gate.sha256)).toBe(2);
});

test('a promotion needs more of a variant that was the best of several', async () => {
  await using world = await openQuestions();
  const base = await judge(world, { ...world, passed: 20 });
  for (const passed of [23, 24, 25]) await judge(world, { ...world, passed, variantId: await world.makeVariant() });
  const variantId = await world.makeVariant();
  const best = { ...world, variantId };
  const evaluation_id = await judge(world, { ...best, passed: 27 });
  const not = { name: 'release.yaml', content: 'rules: [{ metric: exact_match, not_worse_by: 0 }]\n' };
  const body = { gate: not, evaluation_id, baseline_evaluation_id: base };
  // 7 better and 0 worse: p = 0.016, which is enough for one variant, and not for the best of four.
  const refused = { code: 'WF_GATE_INCONCLUSIVE', results: [{ look: 1, choices: 4 }] };
  expect(await deploy(best, body)).toMatchObject([409, { detail: refused }]);
  const compared = await world.call('compareWithBaseline', { evaluation_id, baseline_id: base });
  expect(compared.choices).toBe(4);
  expect(compared.candidates[0]?.metrics[0]).toMatchObject({ p_value: 0.015625, p_adjusted: 0.0625 });
});

test('only authors count looks, at finished evaluations that their key reaches', async () => {
  await using world = await openQuestions();
  const evaluation = await judge(world, world);
  const { app_id } = await world.callByAll('createApp', { body: { app_name: 'other' } });
  const keyOf = async (role: 'author' | 'viewer', app_ids: string[]) =>
    await world.callByAll('createKey', { body: { name: `${role} of ${app_ids.join()}`, role, app_ids } });
  const send = async (key: string, id = evaluation, body: object = { gate_sha256: SHA256 }) =>
    await seen(await world.running.send('POST', `/evaluations/${id}/looks`, { body, key }));
  const author = await keyOf('author', [world.appId]);
  expect(await send(author)).toEqual([200, { look: 1 }]);
  expect((await send(await keyOf('viewer', [world.appId])))[0]).toBe(403);
  expect((await send(await keyOf('author', [app_id])))[0]).toBe(404);
  expect((await send(author, evaluation, { gate_sha256: SHA256, baseline_id: 'none' }))[0]).toBe(404);
  expect((await send(author, evaluation, { gate_sha256: 'x' }))[0]).toBe(422);
  const running = await world.makeEvaluation(world.testsetId);
  expect((await send(author, running))[0]).toBe(409);
  expect(await send(author)).toEqual([200, { look: 1 }]);
});
