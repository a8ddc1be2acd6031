import { describe, expect, test } from 'vitest';
import type { Evaluation, EvaluationOptions } from '../../../../src/contract/evaluations/evaluation.ts';
import type { EvaluationForecast } from '../../../../src/contract/evaluations/evaluation-progress.ts';
import { NO_TOOLS } from '../../../../src/evaluation/judges/evaluator-tools.ts';
import {
  addVariant,
  answerWith,
  createFunctionHosting,
  type RouteCall,
  startEvaluations,
  type TestEvaluations,
} from '../../../helpers/start-evaluations.ts';
import { startModelServer } from '../../../helpers/start-model-server.ts';

const ROWS = ['a', 'b', 'a'].map((text) => ({ text, correct_answer: text.toUpperCase() }));
/** Rows with the same input share a call. */
const CALLS = 2;
const CRITIQUE = { auto_ai_critique: { model: 'gpt-4o-mini' } };
const GOOD = { content: { explanation: 'Loud.', score: 8 } };

const toolsWith = (environment: Readonly<Record<string, string | undefined>>) => ({
  ...NO_TOOLS,
  environment: async () => ({ ...environment }),
  priceModel: async () => 0.01,
});

describe('a changed variable', () => {
  test.each<[string, EvaluationOptions['variables'], boolean]>([
    ['PREFIX', {}, true],
    ['OPENAI_BASE_URL', {}, true],
    ['MONKEY', {}, true],
    ['KEYBOARD', {}, true],
    ['TOKENS', {}, true],
    ['OPENAI_API_KEY', {}, false],
    ['github_token', {}, false],
    ['Password', {}, false],
    ['SECRET', {}, false],
    ['SORT_KEY', { count: ['SORT_KEY'] }, true],
    ['BUILD_ID', { ignore: ['BUILD_ID'] }, false],
    ['SORT_KEY', { count: ['SORT_KEY'], ignore: ['SORT_KEY'] }, false],
  ])('%s, under the rule %j, calls again: %s', async (name, variables, isAgain) => {
    const seen: Record<string, string> = { [name]: 'one', OTHER: 'same' };
    await using host = await startEvaluations({ readVariables: async () => ({ ...seen }) });
    const options = { variables };
    const plan = async () => (await host.plan<EvaluationForecast>(ROWS, { options }))[0];
    const listed = isAgain
      ? { counted: [name, 'OTHER'].toSorted(), ignored: [] }
      : { counted: ['OTHER'], ignored: [name] };
    expect(await plan()).toMatchObject({ calls: CALLS, variables: listed });
    await host.run(ROWS, { options });
    seen[name] = 'two';
    const again = isAgain ? CALLS : 0;
    expect((await plan())?.calls).toBe(again);
    await host.run(ROWS, { options });
    expect(host.calls).toHaveLength(CALLS + again);
    seen[name] = 'one';
    await host.run(ROWS, { options });
    expect(host.calls).toHaveLength(CALLS + again);
  });

  test('of the stored ones calls again as well', async () => {
    await using host = await startEvaluations();
    const set = async (value: string) => {
      const [app] = await host.json<{ app_id: string }[]>('/apps');
      await host.service.send('PUT', `/apps/${app?.app_id}/variables/PREFIX`, { body: { value } });
    };
    const none = await host.run(ROWS);
    await set('one');
    const one = await host.run(ROWS);
    await set('two');
    const two = await host.run(ROWS);
    expect(host.calls).toHaveLength(3 * CALLS);
    await set('one');
    const again = await host.run(ROWS);
    expect(host.calls).toHaveLength(3 * CALLS);
    // Each evaluation knows what it saw, and not the values.
    expect([new Set([none, one, two].map(({ variables }) => variables)).size, again.variables]).toEqual([
      3,
      one.variables,
    ]);
    expect(one.variables).toMatch(/^[\w-]{43}$/);
  });

  test('that another process saw while a run was under way keeps its answers from being stored', async () => {
    const calls: RouteCall[] = [];
    const inner = createFunctionHosting({}, calls);
    let seen = { PREFIX: 'two' };
    const hosting = {
      ...inner,
      ask: async (...asked: Parameters<typeof inner.ask>) => ({ ...(await inner.ask(...asked)), variables: seen }),
    };
    await using host = await startEvaluations({ hosting, readVariables: async () => ({ PREFIX: 'one' }) });
    await host.run(ROWS);
    seen = { PREFIX: 'one' };
    await host.run(ROWS);
    await host.run(ROWS);
    expect(calls).toHaveLength(2 * CALLS);
  });
});

describe("a judge's score", () => {
  test('is stored for an address and a model, and not for a key', async () => {
    await using first = await startModelServer([GOOD]);
    await using second = await startModelServer([GOOD]);
    const environment = { OPENAI_BASE_URL: first.baseUrl, OPENAI_API_KEY: 'sk-one' };
    await using host = await startEvaluations({ tools: toolsWith(environment) });
    const asked = () => [first.requests.length, second.requests.length];
    await host.run(ROWS, {}, CRITIQUE);
    environment.OPENAI_API_KEY = 'sk-two';
    await host.run(ROWS, {}, CRITIQUE);
    expect(asked()).toEqual([CALLS, 0]);
    environment.OPENAI_BASE_URL = second.baseUrl;
    const [forecast] = await host.plan<EvaluationForecast>(ROWS, {}, CRITIQUE);
    expect(forecast?.judge_calls).toBe(CALLS);
    await host.run(ROWS, {}, CRITIQUE);
    expect(asked()).toEqual([CALLS, CALLS]);
    await host.run(ROWS, {}, { auto_ai_critique: { model: 'gpt-4o' } });
    expect(asked()).toEqual([CALLS, 2 * CALLS]);
  });

  test('is paid once, whether it is stored or shared, and the reused ones are counted', async () => {
    await using models = await startModelServer([GOOD]);
    await using host = await startEvaluations({ tools: toolsWith({ OPENAI_BASE_URL: models.baseUrl }) });
    const first = await host.run(ROWS, {}, CRITIQUE);
    expect(first.aggregated_results[0]?.result).toMatchObject({ cost: 0.02, reused_scores: 1 });
    const second = await host.run(ROWS, { options: { max_cost: 0 } }, CRITIQUE);
    expect(second.aggregated_results[0]?.result).toMatchObject({ cost: 0, reused_scores: 3 });
    expect(await host.json(`/evaluations/${second.id}/events`)).toMatchObject({ judge_calls: 0, judge_cost: null });
    const [row] = await host.readRows(second.id);
    expect(row?.results[0]?.result).toMatchObject({ value: 8, cost: 0.01, reused: true });
    expect(models.requests).toHaveLength(CALLS);
  });

  test('is asked once for all variants that run together, and planned so where their outputs are stored', async () => {
    await using models = await startModelServer([GOOD]);
    await using host = await startEvaluations({ tools: toolsWith({ OPENAI_BASE_URL: models.baseUrl }) });
    const variant_ids = await addVariant(host);
    await runAll(host, variant_ids);
    const options = { fresh_scores: true };
    const planned = await host.plan<EvaluationForecast>(ROWS, { variant_ids, options }, CRITIQUE);
    expect(planned.map(({ calls, judge_calls }) => [calls, judge_calls])).toEqual([
      [0, CALLS],
      [0, 0],
    ]);
    const evaluations = await runAll(host, variant_ids, CRITIQUE, options);
    const results = evaluations.map(({ aggregated_results: [judged] }) => judged?.result);
    expect(models.requests).toHaveLength(CALLS);
    expect(results.map((result) => result?.value)).toEqual([8, 8]);
    expect(results.reduce((sum, result) => sum + (result?.cost ?? 0), 0)).toBeCloseTo(CALLS * 0.01, 9);
  });

  test('is asked by the other evaluation when the one that was asking is cancelled', async () => {
    const asked = Promise.withResolvers<void>();
    const models = await startModelServer(() => {
      asked.resolve();
      return isHanging ? 'hang' : GOOD;
    });
    let isHanging = true;
    await using _models = models;
    await using host = await startEvaluations({ tools: toolsWith({ OPENAI_BASE_URL: models.baseUrl }) });
    const [one, two] = await addVariant(host);
    const rows = ROWS.slice(0, 1);
    const first = await host.start(rows, { variant_ids: [one ?? ''] }, CRITIQUE);
    await asked.promise;
    const second = await host.start(rows, { variant_ids: [two ?? ''] }, CRITIQUE);
    await expect.poll(() => host.calls.length).toBe(2);
    isHanging = false;
    await host.service.send('POST', `/evaluations/${first}/cancel`, { body: {} });
    await host.service.service.whenIdle();
    expect((await host.read(second)).aggregated_results[0]?.result.value).toBe(8);
  });
});

describe('a fresh answer', () => {
  /** Answers with the number of the call. */
  const counted = () => {
    let number = 0;
    return () => answerWith(String((number += 1)));
  };
  const outputsOf = async (host: TestEvaluations, { id }: Evaluation) =>
    (await host.readRows(id)).map(({ outputs: [output] }) => output?.result.value);

  test('replaces the stored one for later runs, and older evaluations keep theirs', async () => {
    await using host = await startEvaluations({ answer: counted(), runner: {} });
    const rows = ROWS.slice(0, 1);
    const old = await host.run(rows);
    const fresh = await host.run(rows, { options: { fresh: true } });
    const later = await host.run(rows);
    expect(host.calls).toHaveLength(2);
    const outputs = await Promise.all([old, fresh, later].map((one) => outputsOf(host, one)));
    expect(outputs).toEqual([['1'], ['2'], ['2']]);
  });

  test('is deleted with the evaluations that have it, although an older one had another', async () => {
    await using host = await startEvaluations({ answer: counted() });
    const rows = ROWS.slice(0, 1);
    await host.run(rows);
    const fresh = await host.run(rows, { options: { fresh: true } });
    await host.service.send('DELETE', '/evaluations', { body: { evaluations_ids: [fresh.id] } });
    await host.run(rows);
    expect(host.calls).toHaveLength(3);
  });

  test('of a judge replaces the stored score, with the same output or another', async () => {
    let score = 0;
    await using models = await startModelServer(() => ({ content: { explanation: '', score: (score += 1) } }));
    await using host = await startEvaluations({ tools: toolsWith({ OPENAI_BASE_URL: models.baseUrl }) });
    const rows = ROWS.slice(0, 1);
    const run = async (options: EvaluationOptions = {}) =>
      (await host.run(rows, { options }, CRITIQUE)).aggregated_results[0]?.result.value;
    const runs = [await run(), await run({ fresh_scores: true }), await run(), await run({ fresh: true }), await run()];
    expect([runs, host.calls.length]).toEqual([[1, 2, 2, 3, 3], 2]);
  });
});

/** Runs all variants together. */
async function runAll(
  host: TestEvaluations,
  variant_ids: string[],
  evaluators?: Parameters<TestEvaluations['run']>[2],
  options: EvaluationOptions = {},
): Promise<Evaluation[]> {
  const before = new Set((await listAll(host)).map(({ id }) => id));
  await host.run(ROWS, { variant_ids, options }, evaluators);
  return (await listAll(host)).filter(({ id }) => !before.has(id));
}

async function listAll(host: TestEvaluations): Promise<Evaluation[]> {
  const [app] = await host.json<{ app_id: string }[]>('/apps');
  return await host.json<Evaluation[]>(`/evaluations?app_id=${app?.app_id}`);
}
