import { testedDatabase } from '../../helpers/tested-database.ts';
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Pruned, Usage } from '../../../src/contract/retention/retention.ts';
import {
  startEvaluations,
  type StartEvaluationsOptions,
  type TestEvaluations,
} from '../../helpers/start-evaluations.ts';
import { ROUTES } from '../../helpers/service-world.ts';
import { openWorld } from '../../helpers/open-world.ts';

const rowsOf = (...texts: readonly string[]) => texts.map((text) => ({ text, correct_answer: text.toUpperCase() }));
const LONG_AGO = '2020-01-01T00:00:00.000Z';
const DAY = 86_400;

async function prune(
  { service }: Pick<TestEvaluations, 'service'>,
  more: Record<string, unknown> = {},
): Promise<Pruned> {
  const response = await service.send('POST', '/prune', { body: { older_than_seconds: DAY, ...more } });
  expect(response.status).toBe(200);
  return (await response.json()) as Pruned;
}

const countsOf = ({ kinds }: Pruned) => Object.fromEntries(kinds.map(({ kind, count }) => [kind, count]));

/** Makes evaluations look as if they had ended long ago. */
async function age({ service }: TestEvaluations, ...ids: readonly string[]): Promise<void> {
  await service.store.db.updateTable('evaluations').set({ updated_at: LONG_AGO }).where('id', 'in', ids).execute();
}

async function listHashes({ service: { store } }: TestEvaluations): Promise<number> {
  return (await store.db.selectFrom('cells').select('hash').execute()).length;
}

describe('stored data', () => {
  const start = (options: StartEvaluationsOptions = {}) => startEvaluations({ ...options, database: testedDatabase() });

  test('a plan counts what a prune deletes, and deletes nothing', async () => {
    await using host = await start();
    const old = await host.run(rowsOf('a', 'b', 'c', 'a'));
    const older = await host.run(rowsOf('c', 'd'));
    const young = await host.run(rowsOf('b', 'e'));
    await age(host, old.id, older.id);
    const planned = await prune(host, { plan: true });
    // `b` is the young evaluation's, too.
    expect(countsOf(planned)).toEqual({ evaluations: 2, outputs: 3 });
    expect(await listHashes(host)).toBe(5);
    const pruned = await prune(host);
    expect(pruned.kinds).toEqual(planned.kinds);
    expect([pruned.done, await listHashes(host)]).toEqual([true, 2]);
    expect(await prune(host)).toMatchObject({ kinds: [], done: true });
    expect(await host.read(young.id)).toMatchObject({ status: { value: 'EVALUATION_FINISHED' } });
    expect((await host.service.send('GET', `/evaluations/${old.id}`)).status).toBe(404);
    await host.run(rowsOf('b', 'e'));
    expect(host.calls).toHaveLength(5);
  });

  test('two prunes at once delete everything once', async () => {
    await using host = await start();
    const ids = [await host.run(rowsOf('a', 'b')), await host.run(rowsOf('b', 'c')), await host.run(rowsOf('d'))];
    await age(host, ...ids.map(({ id }) => id));
    const both = await Promise.all([prune(host), prune(host)]);
    expect(both.every(({ done }) => done)).toBe(true);
    expect(await listHashes(host)).toBe(0);
    expect(await host.service.store.db.selectFrom('evaluations').select('id').execute()).toEqual([]);
  });

  test('old evaluations and outputs stay while an evaluation of their app runs', async () => {
    const gate = Promise.withResolvers<void>();
    await using host = await start({
      answer: async ({ body }) => {
        if (body['text'] === 'slow') await gate.promise;
        return Response.json({ version: '3.0', data: 'A', content_type: 'text/plain', tree: { nodes: [] } });
      },
    });
    const { id, app_id } = await host.run(rowsOf('a'));
    await age(host, id);
    await host.start(rowsOf('slow'));
    expect(await prune(host)).toMatchObject({ kinds: [], busy_app_ids: [app_id], done: true });
    gate.resolve();
    await host.service.service.whenIdle();
    expect(countsOf(await prune(host))).toEqual({ evaluations: 1, outputs: 1 });
  });

  test('outputs of earlier releases, which no row names, go when they are old', async () => {
    await using host = await start();
    const made = { output: '{"type":"text","value":"A"}', cost: null, latency: 1, usage: null, warm_up: null };
    await host.service.store.db
      .insertInto('cells')
      .values([
        { hash: 'old', created_at: LONG_AGO, call_group: null, ...made },
        { hash: 'young', created_at: new Date().toISOString(), call_group: null, ...made },
      ])
      .execute();
    expect(countsOf(await prune(host))).toEqual({ outputs: 1 });
    expect(await host.service.store.db.selectFrom('cells').select('hash').execute()).toEqual([{ hash: 'young' }]);
  });

  test('a prune leaves a prune of an app all other apps', async () => {
    await using host = await start();
    const { id, app_id } = await host.run(rowsOf('a'));
    await age(host, id);
    const body = (await (await host.service.send('POST', '/apps', { body: { app_name: 'other' } })).json()) as {
      app_id: string;
    };
    expect(await prune(host, { app_id: body.app_id })).toMatchObject({ kinds: [], done: true });
    expect(countsOf(await prune(host, { app_id }))).toEqual({ evaluations: 1, outputs: 1 });
  });

  test('is measured by app and kind', async () => {
    await using host = await start();
    const { app_id } = await host.run(rowsOf('a', 'b'));
    const usage = await host.json<Usage>('/usage');
    const of = (kind: string) => usage.entries.find((entry) => entry.kind === kind);
    expect(of('outputs')).toMatchObject({ app_id, rows: 2, bytes: 2 * '{"type":"text","value":"A"}'.length });
    expect(of('evaluations')).toMatchObject({ app_id, rows: 1 });
    expect(of('bundles')).toMatchObject({ app_id, rows: 1 });
    expect(usage.database?.bytes).toBeGreaterThan(0);
    const bytes = usage.entries.map((entry) => entry.bytes);
    expect(bytes).toEqual(bytes.toSorted((one, other) => other - one));
    const own = await host.json<Usage>(`/usage?app_id=${app_id}`);
    expect(own.entries.every((entry) => entry.app_id === app_id)).toBe(true);
    expect(own.database).toBeNull();
  });
});

describe('pruned records', () => {
  test('evidence, pinned and newest bundles, and young lines stay', async () => {
    await using world = await openWorld();
    const { db } = world.running.store;
    await db.updateTable('deployments').set({ created_at: LONG_AGO }).execute();
    await db.updateTable('artifacts').set({ created_at: LONG_AGO }).execute();
    const proof = await world.makeEvaluation();
    await db
      .updateTable('evaluations')
      .set({ status_value: 'EVALUATION_FINISHED', updated_at: LONG_AGO })
      .where('id', '=', proof)
      .execute();
    await db.updateTable('environment_revisions').set({ evaluation_id: proof }).execute();
    const line = { app_id: world.appId, stream: 'stdout', line: 'hello' };
    await db
      .insertInto('app_logs')
      .values([
        { id: '1', created_at: LONG_AGO, ...line },
        { id: '2', created_at: new Date().toISOString(), ...line },
      ])
      .execute();
    const unused = new TextEncoder().encode('export const nobody = 1;');
    const sha256 = createHash('sha256').update(unused).digest('hex');
    await world.call('putArtifact', { sha256, body: unused });
    await db.updateTable('artifacts').set({ created_at: LONG_AGO }).where('sha256', '=', sha256).execute();
    const pruned = await world.callByAll('prune', { body: { older_than_seconds: DAY } });
    expect(countsOf(pruned)).toEqual({ logs: 1, bundles: 1 });
    expect(await db.selectFrom('artifacts').select('sha256').execute()).toEqual([{ sha256: world.sha256 }]);
    expect(await db.selectFrom('app_logs').select('id').execute()).toEqual([{ id: '2' }]);
    const [entry] = await world.callByAll('listAuditEntries', { tail: 1 });
    expect(entry).toMatchObject({ action: 'prune', summary: 'pruned 1 logs, 1 bundles' });
    await world.call('getEvaluation', { evaluation_id: proof });
  });

  test('deployments that nothing names go with their bundles, except the newest', async () => {
    await using world = await openWorld();
    const { db } = world.running.store;
    const body = { variant_name: 'second', routes: ROUTES, sdk_version: '0.1.0', artifact_sha256: '' };
    const hashes: string[] = [];
    for (const text of ['one', 'two']) {
      const bytes = new TextEncoder().encode(text);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      hashes.push(sha256);
      await world.call('putArtifact', { sha256, body: bytes });
      await world.call('createDeployment', { app_id: world.appId, body: { ...body, artifact_sha256: sha256 } });
    }
    await db.updateTable('deployments').set({ created_at: LONG_AGO }).execute();
    await db.updateTable('artifacts').set({ created_at: LONG_AGO }).execute();
    expect(countsOf(await world.callByAll('prune', { body: { older_than_seconds: DAY } }))).toEqual({
      deployments: 1,
      bundles: 1,
    });
    const left = await db.selectFrom('artifacts').select('sha256').execute();
    expect(new Set(left.map(({ sha256 }) => sha256))).toEqual(new Set([hashes[1], world.sha256]));
  });

  test('a key of some apps prunes and measures only those', async () => {
    await using world = await openWorld();
    const { app_id: other } = await world.callByAll('createApp', { body: { app_name: world.nextName() } });
    const key = await world.callByAll('createKey', { body: { name: 'of one', role: 'operator', app_ids: [other] } });
    const ask = (body: Record<string, unknown>) => world.running.send('POST', '/prune', { body, key });
    expect((await ask({ older_than_seconds: DAY, app_id: world.appId })).status).toBe(404);
    expect((await ask({ older_than_seconds: DAY })).status).toBe(200);
    const usage = (await (await world.running.send('GET', '/usage', { key })).json()) as Usage;
    expect(usage).toEqual({ entries: [], database: null });
    expect((await world.running.send('GET', `/usage?app_id=${world.appId}`, { key })).status).toBe(404);
  });

  test.each([[0], [-1], [1.5], ['30d'], [1e12]])('an age of %j is refused', async (age) => {
    await using world = await openWorld();
    const response = await world.running.send('POST', '/prune', { body: { older_than_seconds: age } });
    expect(response.status).toBe(422);
  });
});
