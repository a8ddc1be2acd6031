import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createEvaluationRunner } from '../../../../../src/service/jobs/runner/create-evaluation-runner.ts';
import type { TestsetRow } from '../../../../../src/contract/testsets/testset.ts';
import { answerWith, shout, startEvaluations, TEXT_ROUTE } from '../../../../helpers/start-evaluations.ts';

const ROWS: readonly TestsetRow[] = [
  { text: 'a', correct_answer: 'A' },
  { text: 'b', correct_answer: 'B' },
  { text: 'c', correct_answer: 'no' },
  { text: 'd', correct_answer: 'D' },
];
const manyRows = (count: number): TestsetRow[] =>
  Array.from({ length: count }, (_, index) => ({ text: `t${index}`, correct_answer: `T${index}` }));

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
    expect(evaluation.total_cost?.value).toBeCloseTo(0.004);
    expect(evaluation.average_latency).toEqual({ type: 'latency', value: 0.005 });
    expect(host.problems).toEqual([]);
  });

  test('calls the deployed form with a pinned revision and without the expected answers', async () => {
    await using host = await startEvaluations();
    const evaluation = await host.run(ROWS.slice(0, 1));
    expect(host.calls).toEqual([
      { path: '/run?inline=true', body: { text: 'a' }, revisionId: evaluation.variant_revision_ids[0] },
    ]);
  });

  test('calls a self-hosted workflow with the configuration in the call', async () => {
    await using host = await startEvaluations({ url: 'http://127.0.0.1:9/flow' });
    await host.run(ROWS.slice(0, 1));
    expect(host.calls.map(({ path, body }) => [path, body])).toEqual([
      ['/playground/run', { text: 'a', ag_config: { words: 50 } }],
    ]);
  });

  test('calls the route that is named', async () => {
    await using host = await startEvaluations({
      routes: [TEXT_ROUTE, { ...TEXT_ROUTE, path: '/shout', name: 'shout' }],
    });
    await host.run(ROWS.slice(0, 1), { route: '/shout' });
    expect(host.calls[0]?.path).toBe('/run/shout?inline=true');
  });

  test('compares with the named column', async () => {
    await using host = await startEvaluations();
    const evaluation = await host.run([{ text: 'a', label: 'A' }], { correct_answer_column: 'label' });
    expect(evaluation.aggregated_results[0]?.result).toEqual({ type: 'number', value: 1 });
  });

  test('stores each row with its output, its answers and its scores', async () => {
    await using host = await startEvaluations();
    const evaluation = await host.run(ROWS.slice(0, 1));
    expect(await host.readRows(evaluation.id)).toEqual([
      expect.objectContaining({
        inputs: [{ name: 'text', type: 'text', value: 'a' }],
        outputs: [{ result: { type: 'text', value: 'A' }, cost: 0.001, latency: 0.005 }],
        correct_answers: [{ key: 'correct_answer', value: 'A' }],
        results: [
          {
            evaluator_config: evaluation.aggregated_results[0]?.evaluator_config.id,
            result: { type: 'bool', value: true },
          },
        ],
      }),
    ]);
  });

  test('makes no call for outputs that an earlier one computed', async () => {
    await using host = await startEvaluations();
    await host.run(ROWS);
    const again = await host.run([...ROWS, { text: 'e', correct_answer: 'E' }]);
    expect(host.calls.map(({ body }) => body['text'])).toHaveLength(5);
    expect(again.total_cost?.value).toBeCloseTo(0.005);
  });

  test('reports an unknown cost as unknown, never as 0', async () => {
    await using host = await startEvaluations({ answer: () => answerWith('A', null) });
    const { average_cost, total_cost } = await host.run(ROWS);
    expect([average_cost, total_cost].map((result) => [result?.type, result?.value])).toEqual([
      ['error', null],
      ['error', null],
    ]);
  });
});

describe('an evaluation in trouble', () => {
  test('fails before the first call when a row lacks an input', async () => {
    await using host = await startEvaluations();
    const { status } = await host.run([...ROWS, { question: 'x', correct_answer: 'y' }]);
    expect(status).toEqual({
      type: 'status',
      value: 'EVALUATION_FAILED',
      error: {
        message:
          'Route / needs the input "text", which row 5 of the test set does not have. It has: "question", "correct_answer".',
        stacktrace: null,
      },
    });
    expect(host.calls).toEqual([]);
  });

  test('fails before the first call when the workflow does not start', async () => {
    const health = () => Response.json({ detail: 'Starting the workflow failed.' }, { status: 502 });
    await using host = await startEvaluations({ health });
    const { status } = await host.run(ROWS);
    expect([status.value, status.error?.message]).toEqual([
      'EVALUATION_FAILED',
      'The workflow is not ready to be called: Starting the workflow failed.',
    ]);
    expect(host.calls).toEqual([]);
  });

  test("fails with the beginning of an unready address's answer, even an endless one", async () => {
    let sent = 0;
    const page = (bytes: number) =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 1 << 20;
          if (sent > bytes) controller.close();
          else controller.enqueue(new TextEncoder().encode('<html>'.padEnd(1 << 20, '.')));
        },
      });
    const messageOf = async (bytes: number) => {
      sent = 0;
      const health = () => new Response(page(bytes), { status: 503 });
      await using host = await startEvaluations({ url: 'https://workflow.example', health });
      return (await host.run(ROWS)).status.error?.message;
    };
    const words = 'The workflow is not ready to be called: ';
    expect(await messageOf(4 << 20)).toBe(`${words}${'<html>'.padEnd(2000, '.')}…`);
    expect(await messageOf(1 << 30)).toBe(`${words}The answer is longer than the 10 MiB that an evaluation stores.`);
    expect(sent).toBeLessThan(20 << 20);
  });

  test('finishes with errors when a row fails, and reports the row and reason', async () => {
    const failing = { detail: { message: 'no model today', stacktrace: ['at a', 'at b'] } };
    await using host = await startEvaluations({
      answer: (call) => (call.body['text'] === 'b' ? Response.json(failing, { status: 500 }) : shout(call)),
    });
    const evaluation = await host.run(ROWS);
    expect(evaluation.status).toEqual({
      type: 'status',
      value: 'EVALUATION_FINISHED_WITH_ERRORS',
      error: { message: '1 of 4 rows failed. Row 2: no model today' },
    });
    expect(evaluation.aggregated_results[0]?.result).toEqual({
      type: 'number',
      value: 2 / 3,
      error: { message: '1 of 4 rows have no score; the mean is over the others.' },
      scored: 3,
      rows: 4,
    });
    const row = (await host.readRows(evaluation.id))[1];
    expect(row?.outputs[0]?.result.error).toEqual({ message: 'no model today', stacktrace: 'at a\nat b' });
    expect(evaluation.average_latency).toEqual({ type: 'latency', value: 0.005 });
  });

  test('finishes with errors when an expected answer is missing', async () => {
    await using host = await startEvaluations();
    const { status } = await host.run([{ text: 'a' }]);
    expect([status.value, status.error?.message]).toEqual([
      'EVALUATION_FINISHED_WITH_ERRORS',
      '1 of 1 row failed. Row 1: The test set has no column "correct_answer" for the expected answer. Its columns: "text".',
    ]);
  });

  test('retries calls to a busy target', async () => {
    let refusals = 0;
    await using host = await startEvaluations({
      answer: (call) => {
        refusals += 1;
        const isBusy = refusals <= 2;
        return isBusy
          ? Response.json({ detail: 'busy' }, { status: 429, headers: { 'retry-after': '0' } })
          : shout(call);
      },
    });
    const evaluation = await host.run(ROWS.slice(0, 1));
    expect([evaluation.status.value, host.calls.length]).toEqual(['EVALUATION_FINISHED', 3]);
  });

  test('backs off without calls when nothing can be stored, and reports why to its followers', async () => {
    await using host = await startEvaluations();
    const { db } = host.service.store;
    const refuse = sql.raw(`begin select raise(abort, 'full'); end`);
    await sql`create trigger full before insert on evaluation_outcomes ${refuse}`.execute(db);
    await sql`create trigger still before update of status_value on evaluations
      when new.status_value = 'EVALUATION_FAILED' ${refuse}`.execute(db);
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
    const reached = Promise.withResolvers<void>();
    const deleted = Promise.withResolvers<void>();
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
