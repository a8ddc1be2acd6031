import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { TestsetRow } from '../../../../src/contract/testsets/testset.ts';
import { UserError } from '../../../../src/foundation/errors/wf-error.ts';
import { createEvaluationRunner } from '../../../../src/service/jobs/runner/create-evaluation-runner.ts';
import {
  answerWith,
  createFunctionHosting,
  shout,
  startEvaluations,
  TEXT_ROUTE,
} from '../../../helpers/start-evaluations.ts';

const ROWS: readonly TestsetRow[] = [
  { text: 'a', correct_answer: 'A' },
  { text: 'b', correct_answer: 'B' },
  { text: 'c', correct_answer: 'no' },
  { text: 'd', correct_answer: 'D' },
];
const ROW = ROWS.slice(0, 1);
const manyRows = (count: number): TestsetRow[] =>
  Array.from({ length: count }, (_, index) => ({ text: `t${index}`, correct_answer: `T${index}` }));
/** What a trigger of the database does to refuse a write. */
const REFUSE = sql.raw(`begin select raise(abort, 'full'); end`);

describe('an evaluation', () => {
  test('calls the route for every row and aggregates the results', async () => {
    await using host = await startEvaluations();
    const evaluators = { auto_exact_match: {}, auto_levenshtein_distance: {} };
    const evaluation = await host.run(ROWS, {}, evaluators);
    expect(evaluation.status).toEqual({ type: 'status', value: 'EVALUATION_FINISHED' });
    expect(
      evaluation.aggregated_results.map(({ evaluator_config, result }) => [evaluator_config.evaluator_key, result]),
    ).toEqual([
      ['auto_exact_match', { type: 'number', value: 0.75 }],
      ['auto_levenshtein_distance', { type: 'number', value: 0.5 }],
    ]);
    expect(evaluation.average_cost).toEqual({ type: 'cost', value: 0.001 });
    expect(evaluation.average_latency).toEqual({ type: 'latency', value: 0.005 });
    const [row] = await host.readRows(evaluation.id);
    expect(row).toMatchObject({
      inputs: [{ name: 'text', type: 'text', value: 'a' }],
      outputs: [{ result: { type: 'text', value: 'A' }, cost: 0.001, latency: 0.005 }],
      correct_answers: [{ key: 'correct_answer', value: 'A' }],
    });
    expect(row?.results.map(({ result }) => result)).toContainEqual({ type: 'bool', value: true });
    expect(host.problems).toEqual([]);
  });

  test('calls the deployed form with a pinned revision and without the expected answers', async () => {
    await using host = await startEvaluations();
    const evaluation = await host.run(ROW);
    expect(host.calls).toEqual([
      { path: '/run?inline=true', body: { text: 'a' }, revisionId: evaluation.variant_revision_ids[0] },
    ]);
  });

  test.each([
    [undefined, '/run/shout?inline=true', { text: 'a' }],
    // A self-hosted workflow gets its configuration in the call.
    ['http://127.0.0.1:9/flow', '/playground/run/shout', { text: 'a', ag_config: { words: 50 } }],
  ])('calls the route that is named, of a workflow at %s', async (url, path, body) => {
    const routes = [TEXT_ROUTE, { ...TEXT_ROUTE, path: '/shout', name: 'shout' }];
    await using host = await startEvaluations({ routes, ...(url === undefined ? {} : { url }) });
    await host.run(ROW, { route: '/shout' });
    expect(host.calls).toMatchObject([{ path, body }]);
  });

  test('compares with the named column', async () => {
    await using host = await startEvaluations();
    const evaluation = await host.run([{ text: 'a', label: 'A' }], { correct_answer_column: 'label' });
    expect(evaluation.aggregated_results[0]?.result).toEqual({ type: 'number', value: 1 });
  });

  test('makes no call for outputs that an earlier one computed, and marks them', async () => {
    const usage = [
      { model: 'm', calls: 1, input_tokens: 5010, output_tokens: 5, cache_read_tokens: 5000, cost: 0.001 },
    ];
    const hosting = createFunctionHosting({ answer: () => answerWith('A', { total: 0.001 }, usage), isCold: true });
    await using host = await startEvaluations({ hosting });
    const outputOf = async (id: string) => (await host.readRows(id))[0]?.outputs[0];
    const [first, second] = [await host.run(ROW), await host.run([...ROW, ...ROWS.slice(1, 2)])];
    expect(await outputOf(first.id)).toMatchObject({ usage, warm_up: 'first' });
    expect(await outputOf(second.id)).toEqual({ ...(await outputOf(first.id)), reused: true });
    expect(second.total_cost).toEqual({ type: 'cost', value: 0.002 });
  });

  test('that is fresh calls for every row, and its outputs are its own', async () => {
    await using host = await startEvaluations();
    await host.run(ROWS);
    const fresh = await host.run(ROWS, { options: { fresh: true } });
    expect(host.calls).toHaveLength(2 * ROWS.length);
    expect((await host.readRows(fresh.id)).map(({ outputs }) => outputs[0]?.reused)).toEqual(ROWS.map(() => undefined));
    await host.run(ROWS);
    expect(host.calls).toHaveLength(2 * ROWS.length);
    const [forecast] = await host.plan<{ calls: number }>(ROWS, { options: { fresh: true } });
    expect(forecast?.calls).toBe(ROWS.length);
  });

  test('does not wait for outputs of another one when its budget is spent', async () => {
    const [called, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await using host = await startEvaluations({
      answer: async (call) => {
        called.resolve();
        await answer.promise;
        return shout(call);
      },
    });
    const first = await host.start(ROW);
    await called.promise;
    const second = await host.start(ROWS, { options: { max_cost: 0 } });
    await expect.poll(async () => (await host.read(second)).status.error).toMatchObject({ code: 'cost_limit' });
    answer.resolve();
    await host.service.service.whenIdle();
    expect((await host.read(first)).status.value).toBe('EVALUATION_FINISHED');
  });
});

describe('an evaluation in trouble', () => {
  test('fails before the first call when a row lacks an input, which is named whatever its repetition', async () => {
    await using host = await startEvaluations();
    const { status } = await host.run([...ROWS, { question: 'x', correct_answer: 'y' }], { options: { repeat: 2 } });
    const message =
      'Route / needs the input "text", which row 5 of the test set does not have. It has: "question", "correct_answer".';
    const error = { message, stacktrace: null };
    expect([status, host.calls]).toEqual([{ type: 'status', value: 'EVALUATION_FAILED', error }, []]);
  });

  test.each([
    ['{"detail":"No key."}', 'No key.'],
    ['{"detail":["No key."]}', '{"detail":["No key."]}'],
    ['null', 'null'],
    ['<html>'.padEnd(4 << 20, '.'), `${'<html>'.padEnd(2000, '.')}…`],
  ])('fails before the first call when its workflow is not ready, with the reason: %.30s', async (text, reason) => {
    const health = () => new Response(text, { status: 502 });
    for (const url of [undefined, 'https://workflow.example']) {
      await using host = await startEvaluations({ health, ...(url === undefined ? {} : { url }) });
      const { status } = await host.run(ROW);
      expect([status.value, status.error?.message, host.calls]).toEqual([
        'EVALUATION_FAILED',
        `The workflow is not ready to be called: ${reason}`,
        [],
      ]);
    }
  });

  test('reads no endless reason', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1 << 20;
        controller.enqueue(new Uint8Array(1 << 20));
      },
    });
    const health = () => new Response(endless, { status: 503 });
    await using host = await startEvaluations({ url: 'https://workflow.example', health });
    const { status } = await host.run(ROW);
    expect(status.error?.message).toMatch(/: The answer is longer than the 10 MiB that an evaluation stores\.$/);
    expect(sent).toBeLessThan(20 << 20);
  });

  test('finishes with errors when rows fail, and only those are called again', async () => {
    const failing = { detail: { message: 'no model today', stacktrace: ['at a', 'at b'] } };
    await using host = await startEvaluations({
      answer: (call) =>
        'bc'.includes(String(call.body['text'])) ? Response.json(failing, { status: 500 }) : shout(call),
    });
    const evaluation = await host.run(ROWS);
    expect(evaluation.status).toEqual({
      type: 'status',
      value: 'EVALUATION_FINISHED_WITH_ERRORS',
      error: { message: '2 of 4 rows failed. Row 2: no model today' },
    });
    expect(evaluation.aggregated_results[0]?.result).toEqual({
      type: 'number',
      value: 1,
      error: { message: '2 of 4 cases have no score; the mean is over the others.' },
      scored: 2,
      rows: 4,
    });
    const row = (await host.readRows(evaluation.id))[1];
    expect(row?.outputs[0]?.result.error).toEqual({ message: 'no model today', stacktrace: 'at a\nat b' });
    expect(evaluation.average_latency).toEqual({ type: 'latency', value: 0.005 });
    const before = host.calls.length;
    await host.run(ROWS);
    expect(new Set(host.calls.slice(before).map(({ body }) => body['text']))).toEqual(new Set(['b', 'c']));
  });

  test('finishes with errors when an expected answer is missing', async () => {
    await using host = await startEvaluations();
    const { status } = await host.run([{ text: 'a' }]);
    expect([status.value, status.error?.message]).toEqual([
      'EVALUATION_FINISHED_WITH_ERRORS',
      '1 of 1 row failed. Row 1: The test set has no column "correct_answer" for the expected answer. Its columns: "text".',
    ]);
  });

  test.each([
    [new UserError({ code: 'WF_NOT_FOUND', message: 'It is gone.' }), 'It is gone.', null],
    [new TypeError('x is not a function'), 'x is not a function', expect.stringContaining('at ')],
  ])('keeps the reason of its failure, and the stack of ours: %s', async (failure, message, stacktrace) => {
    await using host = await startEvaluations({ runner: { spread: () => Promise.reject(failure) } });
    const { status } = await host.run(ROW);
    expect(status).toEqual({ type: 'status', value: 'EVALUATION_FAILED', error: { message, stacktrace } });
  });

  test('stays as it is when the server of the database fails: another process may continue', async () => {
    const lost = Object.assign(new Error('terminating connection'), { code: '57P01' });
    await using host = await startEvaluations({ runner: { spread: () => Promise.reject(lost) } });
    const { status } = await host.run(ROW);
    expect([status.value, host.problems]).toEqual(['EVALUATION_STARTED', [lost]]);
  });

  test('whose results cannot be added up says so', async () => {
    await using host = await startEvaluations();
    await sql`create trigger full before update of totals on evaluations when new.totals is not null ${REFUSE}`.execute(
      host.service.store.db,
    );
    const { status } = await host.run(ROW);
    expect([status.value, status.error?.message]).toEqual(['EVALUATION_AGGREGATION_FAILED', 'full']);
  });

  test('retries calls to a busy target', async () => {
    let refusals = 0;
    const busy = { status: 429, headers: { 'retry-after': '0' } };
    await using host = await startEvaluations({
      answer: (call) => ((refusals += 1) <= 2 ? Response.json({ detail: 'busy' }, busy) : shout(call)),
    });
    const evaluation = await host.run(ROW);
    expect([evaluation.status.value, host.calls.length]).toEqual(['EVALUATION_FINISHED', 3]);
  });

  test('backs off without calls when nothing can be stored, and reports why to its followers', async () => {
    await using host = await startEvaluations();
    const { db } = host.service.store;
    await sql`create trigger full before insert on evaluation_outcomes ${REFUSE}`.execute(db);
    await sql`create trigger still before update of status_value on evaluations
      when new.status_value = 'EVALUATION_FAILED' ${REFUSE}`.execute(db);
    const id = await host.start(ROWS);
    await host.service.service.whenIdle();
    const asked = ['status', 'events'].map(
      async (path) => (await host.service.send('GET', `/evaluations/${id}/${path}`)).status,
    );
    expect([host.calls.length, host.problems.length, await Promise.all(asked)]).toEqual([ROWS.length, 1, [500, 500]]);
    await sql`drop trigger full`.execute(db);
    await sql`drop trigger still`.execute(db);
    await host.service.send('POST', `/evaluations/${id}/resume`, { body: {} });
    await host.service.service.whenIdle();
    expect([(await host.read(id)).status.value, host.calls.length]).toEqual(['EVALUATION_FINISHED', 2 * ROWS.length]);
  });

  test('stops quietly when it is deleted meanwhile', async () => {
    const [reached, deleted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await using host = await startEvaluations({
      answer: async (call) => {
        reached.resolve();
        await deleted.promise;
        return shout(call);
      },
    });
    const id = await host.start(manyRows(300));
    await reached.promise;
    await host.service.send('DELETE', '/evaluations', { body: { evaluations_ids: [id] } });
    deleted.resolve();
    await host.service.service.whenIdle();
    expect(host.problems).toEqual([]);
  });
});

test('a runner of a command runs only the evaluations that it was asked for', async () => {
  await using host = await startEvaluations({ runner: { maxRunning: 0 } });
  const [others, own] = [await host.start([{ text: 'a' }]), await host.start([{ text: 'b' }])];
  await using runner = createEvaluationRunner({ ...host.backend, takesAll: false });
  runner.wake([own]);
  await runner.whenIdle();
  expect(host.calls.map(({ body }) => body['text'])).toEqual(['b']);
  expect((await host.read(own)).status.value).toMatch(/^EVALUATION_FINISHED/);
  expect((await host.read(others)).status.value).toBe('EVALUATION_INITIALIZED');
});
