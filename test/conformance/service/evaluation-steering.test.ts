import { testedDatabase } from '../../helpers/tested-database.ts';
import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import type { EvaluationForecast, EvaluationProgress } from '../../../src/contract/evaluations/evaluation-progress.ts';
import type { NewEvaluation } from '../../../src/contract/evaluations/evaluation.ts';
import type { EvaluationSummary } from '../../../src/contract/evaluations/evaluation-summary.ts';
import type { TestsetRow } from '../../../src/contract/testsets/testset.ts';
import { statusColumns } from '../../../src/service/evaluations/queries/evaluations.ts';
import { statusResult } from '../../../src/contract/evaluations/evaluation-status.ts';
import { answerWith, shout, startEvaluations, type StartEvaluationsOptions } from '../../helpers/start-evaluations.ts';

const manyRows = (count: number): TestsetRow[] =>
  Array.from({ length: count }, (_, index) => ({ text: `t${index}`, correct_answer: `T${index}` }));

const start = (options: StartEvaluationsOptions = {}) => startEvaluations({ ...options, database: testedDatabase() });

test('that is cancelled keeps its results, makes no further calls, and can be resumed', async () => {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let answered = 0;
  await using host = await start({
    answer: async (call) => {
      answered += 1;
      if (answered === 50) reached.resolve();
      if (answered >= 50) await gate.promise;
      return shout(call);
    },
  });
  const id = await host.start(manyRows(200));
  await reached.promise;
  expect((await host.service.send('POST', `/evaluations/${id}/cancel`)).status).toBe(200);
  // Its calls are abandoned, though nobody answers them.
  await host.service.service.whenIdle();
  expect((await host.read(id)).status.value).toBe('EVALUATION_CANCELLED');
  // Four at a time.
  expect(host.calls.length).toBeLessThanOrEqual(53);
  gate.resolve();
  expect((await host.service.send('POST', `/evaluations/${id}/cancel`)).status).toBe(409);
  expect((await host.service.send('POST', `/evaluations/${id}/resume`, { body: {} })).status).toBe(200);
  await host.service.service.whenIdle();
  const ended = await host.read(id);
  expect([ended.status.value, ended.aggregated_results[0]?.result]).toEqual([
    'EVALUATION_FINISHED',
    { type: 'number', value: 1 },
  ]);
  expect((await host.service.send('POST', `/evaluations/${id}/resume`, { body: {} })).status).toBe(409);
});

test('stops before its calls exceed the cost limit, reports it, and continues with a higher one', async () => {
  await using host = await start();
  const ended = await host.run(manyRows(100), { options: { max_cost: 0.02 } });
  expect(ended.status).toMatchObject({
    value: 'EVALUATION_CANCELLED',
    error: { message: 'It stopped at its cost limit of $0.02: $0.02 is spent, and another call would exceed it.' },
  });
  expect(host.calls.length).toBeGreaterThanOrEqual(17);
  expect(host.calls.length).toBeLessThanOrEqual(20);
  const body = { limits: { max_cost: 1 } };
  await host.service.send('POST', `/evaluations/${ended.id}/resume`, { body });
  await host.service.service.whenIdle();
  expect((await host.read(ended.id)).status.value).toBe('EVALUATION_FINISHED');
  expect(host.calls).toHaveLength(100);
});

test('stops at a call of unknown cost when there is a limit', async () => {
  await using host = await start({ answer: () => answerWith('A', null) });
  const { status } = await host.run(manyRows(100), { options: { max_cost: 5 } });
  expect(status.error?.message).toContain('the cost of a call is not known');
});

test('stops at its time limit, and abandons its calls', async () => {
  await using host = await start({ answer: () => new Promise(() => undefined) });
  const { status } = await host.run(manyRows(400), { options: { total_seconds: 0.2 } });
  expect([status.value, status.error?.message]).toEqual([
    'EVALUATION_CANCELLED',
    'It stopped at its time limit of 0.2 s.',
  ]);
  expect(host.calls.length).toBeLessThanOrEqual(4);
});

test('abandons a call that takes too long', async () => {
  await using host = await start({
    answer: (call) => (call.body['text'] === 't1' ? new Promise(() => undefined) : shout(call)),
  });
  const ended = await host.run(manyRows(3), { options: { call_seconds: 0.05 } });
  expect(ended.status.value).toBe('EVALUATION_FINISHED_WITH_ERRORS');
  const rows = await host.readRows(ended.id);
  expect(rows[1]?.outputs[0]?.result.error?.message).toBe(
    'The call took longer than 0.05 s (--call-timeout) and was abandoned.',
  );
});

test('repeats each row as requested, and reports flaky ones', async () => {
  let calls = 0;
  await using host = await start({
    answer: (call) => (call.body['text'] === 't1' && (calls += 1) === 1 ? answerWith('wrong') : shout(call)),
  });
  const { id } = await host.run(manyRows(4), { options: { repeat: 3 } });
  expect(host.calls).toHaveLength(12);
  const rows = await host.readRows(id);
  expect(rows.map(({ row, repeat }) => `${row}.${repeat}`)).toEqual(
    [1, 2, 3, 4].flatMap((row) => [1, 2, 3].map((repeat) => `${row}.${repeat}`)),
  );
  const summary = await host.json<EvaluationSummary>(`/evaluations/${id}/summary`);
  expect([summary.rows, summary.repeats, summary.flaky]).toEqual([4, 3, 1]);
  expect(summary.metrics[0]).toMatchObject({ kind: 'pass_fail', flaky: 1, count: 4 });
  expect(summary.worst.map(({ row, flaky }) => [row, flaky])).toEqual([[2, ['auto_exact_match']]]);
  await host.run(manyRows(4), { options: { repeat: 4 } });
  expect(host.calls).toHaveLength(16);
});

test('is run in shards, and the whole reuses their outputs', async () => {
  await using host = await start();
  for (const index of [1, 2, 3]) {
    const { id } = await host.run(manyRows(10), { options: { shard: { index, count: 3 } } });
    const places = (await host.readRows(id)).map(({ row }) => row);
    expect(places).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10].filter((row) => (row - 1) % 3 === index - 1));
  }
  expect(host.calls).toHaveLength(10);
  expect((await host.run(manyRows(10))).status.value).toBe('EVALUATION_FINISHED');
  expect(host.calls).toHaveLength(10);
});

test('is followed to its end', async () => {
  await using host = await start();
  const { id } = await host.run(manyRows(5));
  const expected = { type: 'evaluation-progress', evaluation_id: id, rows: 5, done: 5, errors: 0, calls: 5 };
  expect(await host.json<EvaluationProgress>(`/evaluations/${id}/events`)).toMatchObject(expected);
  const stream = await host.service.send('GET', `/evaluations/${id}/events`, {
    headers: { accept: 'text/event-stream' },
  });
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  const events = [...(await stream.text()).matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data ?? ''));
  expect(events).toEqual([
    expect.objectContaining({ ...expected, status: { type: 'status', value: 'EVALUATION_FINISHED' } }),
  ]);
  expect((await host.service.send('GET', '/evaluations/nope/events')).status).toBe(404);
});

test('is owned by a process while that lives', async () => {
  await using host = await start({ runner: { maxRunning: 0 } });
  const evaluation_id = await host.start(manyRows(1));
  const isTaken = async () => (await host.json<EvaluationProgress>(`/evaluations/${evaluation_id}/events`)).is_taken;
  expect(await isTaken()).toBe(false);
  const { db } = host.service.store;
  const expires_at = new Date(Date.now() + 600_000).toISOString();
  const owner = `${hostname()}/${process.ppid}/a`;
  await db.insertInto('evaluation_leases').values({ evaluation_id, owner, expires_at }).execute();
  expect(await isTaken()).toBe(true);
  await db
    .updateTable('evaluation_leases')
    .set({ owner: `${hostname()}/${2 ** 30}/a` })
    .execute();
  expect(await isTaken()).toBe(false);
});

test('is interrupted when it started and no process runs it, and then can be resumed', async () => {
  await using host = await start({ runner: { maxRunning: 0 } });
  const id = await host.start(manyRows(2));
  const { db } = host.service.store;
  const change = (columns: Readonly<Record<string, string>>) =>
    db.updateTable('evaluations').set(columns).where('id', '=', id).execute();
  const read = async (headers: Readonly<Record<string, string>>) => {
    const record = await host.service.send('GET', `/evaluations/${id}`, { headers });
    const status = await host.service.send('GET', `/evaluations/${id}/status`, { headers });
    const values = [await record.json(), await status.json()].map((body) => body.status.value);
    return [...new Set(values)].join(' and ');
  };
  const ours = { 'wf-version': '1' };
  expect(await read(ours)).toBe('EVALUATION_INITIALIZED');
  await change({ updated_at: new Date(Date.now() - 60_000).toISOString() });
  expect(await read(ours)).toBe('EVALUATION_INTERRUPTED');
  await change(statusColumns(statusResult('EVALUATION_STARTED')));
  expect(await read(ours)).toBe('EVALUATION_INTERRUPTED');
  expect(await read({})).toBe('EVALUATION_STARTED');
  const count = async (status: string) =>
    (await host.json<unknown[]>(`/evaluations?app_id=${(await host.read(id)).app_id}&status=${status}`)).length;
  expect([await count('EVALUATION_INTERRUPTED'), await count('EVALUATION_STARTED')]).toEqual([1, 0]);
  const expires_at = new Date(Date.now() + 600_000).toISOString();
  const lease = { evaluation_id: id, owner: 'elsewhere/1/a', expires_at };
  await db.insertInto('evaluation_leases').values(lease).execute();
  expect(await read(ours)).toBe('EVALUATION_STARTED');
  const expired = { expires_at: new Date(Date.now() - 1).toISOString() };
  await db.updateTable('evaluation_leases').set(expired).execute();
  expect(await read(ours)).toBe('EVALUATION_INTERRUPTED');
  const resumed = await host.service.send('POST', `/evaluations/${id}/resume`, { body: {}, headers: ours });
  expect((await resumed.json()).status.value).toBe('EVALUATION_INITIALIZED');
});

test('costs at least what is stored, once it is interrupted', async () => {
  await using host = await start();
  const id = await host.start(manyRows(2));
  await host.service.service.whenIdle();
  const before = await host.read(id);
  const { db } = host.service.store;
  // As the process that ran it left it when it was killed.
  const started = { ...statusColumns(statusResult('EVALUATION_STARTED')), totals: null };
  await db.updateTable('evaluations').set(started).where('id', '=', id).execute();
  await db.deleteFrom('evaluation_leases').execute();
  const headers = { 'wf-version': '1' };
  const interrupted = await (await host.service.send('GET', `/evaluations/${id}`, { headers })).json();
  const error = { message: 'Calls that ran when it was interrupted are not counted.' };
  expect(before.total_cost).toEqual({ type: 'cost', value: expect.any(Number) });
  expect(interrupted).toMatchObject({
    status: { value: 'EVALUATION_INTERRUPTED' },
    total_cost: { ...before.total_cost, error },
  });
});

test('is planned with the keys that a run uses', async () => {
  await using host = await start();
  const plan = async (count: number, repeat = 1) =>
    (await host.plan<EvaluationForecast>(manyRows(count), { options: { repeat } }))[0];
  expect(await plan(8)).toMatchObject({ rows: 8, cached: 0, calls: 8, learned_from: 0, cost: null, seconds: null });
  await host.run(manyRows(5));
  expect(await plan(8)).toMatchObject({
    rows: 8,
    cached: 5,
    calls: 3,
    learned_from: 5,
    learned_of: 'route',
    // Five calls do not show how dear a rare one is.
    cost_interval: [0.003, null],
  });
  expect(await plan(5, 3)).toMatchObject({ rows: 15, cached: 5, calls: 10 });
  expect(await plan(5)).toMatchObject({ calls: 0, cost: 0, seconds: 0 });
  expect(host.calls).toHaveLength(5);
});

test('is forecast from calls of its revision, or of the route while there are few', async () => {
  const costOf = (id: string | null) => ({ total: revisions[0] === id ? 0.001 : 0.1 });
  const revisions: (string | null)[] = [];
  await using host = await start({
    answer: ({ body, revisionId }) => {
      if (!revisions.includes(revisionId)) revisions.push(revisionId);
      return answerWith(body['text'], costOf(revisionId));
    },
  });
  const { variant_ids } = await host.run(manyRows(12));
  const path = `/variants/${variant_ids[0]}/parameters`;
  expect((await host.service.send('PUT', path, { body: { parameters: { words: 60 } } })).status).toBe(200);
  const plan = async (revision: number) =>
    (await host.plan<EvaluationForecast>(manyRows(32), { variant_revisions: [revision] }))[0];
  expect(await plan(2)).toMatchObject({ calls: 32, learned_of: 'route', learned_from: 12 });
  await host.run(manyRows(12), { variant_revisions: [2] });
  const [first, second] = [await plan(1), await plan(2)];
  const own = { calls: 20, learned_of: 'variant', learned_from: 12 };
  expect([first, second]).toMatchObject([own, own]);
  expect([first?.cost, second?.cost]).toEqual([expect.closeTo(0.02), expect.closeTo(2)]);
});

test.each([
  [{ shard: { index: 3, count: 2 } }, ['body', 'options', 'shard', 'index']],
  [{ shard: { index: 9, count: 9 } }, ['body', 'options']],
  [{ repeat: 0 }, ['body', 'options', 'repeat']],
  [{ max_cost: -1 }, ['body', 'options', 'max_cost']],
  [{ call_seconds: 0 }, ['body', 'options', 'call_seconds']],
  [{ speed: 1 }, ['body', 'options', 'speed']],
])('is refused with options %j', async (options, loc) => {
  await using host = await start();
  // Some are not valid options: the service must say so.
  await expect(host.start(manyRows(2), { options: options as NewEvaluation['options'] })).rejects.toThrow(
    JSON.stringify(loc).slice(0, -1),
  );
});
