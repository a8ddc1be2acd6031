import type { SpanProcessor } from '@opentelemetry/sdk-trace';
import { expect, test, vi } from 'vitest';
import { createRequestTraces } from '../../../src/service/observe/request-traces.ts';
import { appendLogs } from '../../../src/service/deployments/queries/deployments.ts';
import { makeJudgedEvaluation } from '../../helpers/judged-evaluation.ts';
import { openWorld } from '../../helpers/open-world.ts';
import type { World } from '../../helpers/service-world.ts';

const LATER = '2999-01-01T00:00:00Z';

const production = async ({ call }: World, since?: string) => {
  const [app, ...others] = await call('listStatus', since === undefined ? {} : { since });
  expect(others).toEqual([]);
  return { ...app, production: app?.environments.find(({ name }) => name === 'production') };
};

test('an app has what its environments run, since when and by whom, and its changes', async () => {
  await using world = await openWorld();
  const status = await production(world);
  expect(status).toMatchObject({
    app_id: world.appId,
    app_name: 'support',
    environments: [{ name: 'development', revision: null }, { name: 'staging', revision: null }, {}],
    production: {
      revision: 1,
      deployed_variant_name: 'default',
      deployed_variant_revision: 1,
      bundle: expect.stringMatching(/^[0-9a-f]{64}$/),
      created_at: expect.any(String),
      modified_by: 'the operator',
      evaluation_ids: [],
      gates: [],
    },
    last_failure: null,
  });
  const entries = await world.call('listAuditEntries', { app_id: world.appId });
  expect(status.changes).toEqual({ count: entries.length, newest: entries.toReversed().slice(0, 5) });
  expect((await production(world, LATER)).changes).toEqual({ count: 0, newest: [] });
});

test('an environment that runs something else than at that time has what it ran before', async () => {
  await using world = await openWorld();
  const variant_id = await world.makeVariant();
  const before = new Date();
  await world.call('deployToEnvironment', { body: { environment_name: 'production', variant_id } });
  expect((await production(world, before.toISOString())).production?.ran_before).toBe('default@1');
  expect((await production(world, LATER)).production).toMatchObject({ revision: 2, ran_before: null });
  expect((await production(world, '2020-01-01T00:00:00Z')).production?.ran_before).toBeNull();
});

test('the last failure is the newest of a hosted call and of an evaluation', async () => {
  await using world = await openWorld();
  const { db } = world.running.store;
  const id = await makeJudgedEvaluation(world, { variantId: world.variantId, verdicts: [true, false] });
  expect((await production(world)).last_failure).toBeNull();
  const status = { type: 'status', value: 'EVALUATION_FAILED', error: { message: 'No key.' } };
  const failed = { status: JSON.stringify(status), status_value: status.value, updated_at: '2026-01-02T00:00:00.000Z' };
  await db.updateTable('evaluations').set(failed).where('id', '=', id).execute();
  expect((await production(world)).last_failure).toMatchObject({
    kind: 'evaluation',
    at: failed.updated_at,
    message: 'default@1 on questions-2: failed: No key.',
    evaluation_id: id,
  });
  const call = { requestId: 'request-1', variant: 'default', revision: 1, environment: 'production' };
  const write = async (at: string, stream: 'stderr' | 'stdout', text: string) =>
    await appendLogs(db, world.appId, [{ at, stream, text, origin: call }], new Date(at));
  await write('2026-01-03T00:00:00.000Z', 'stderr', 'Route / failed: Error: it broke');
  await write('2026-01-04T00:00:00.000Z', 'stdout', 'Route / failed: this was printed');
  expect((await production(world)).last_failure).toEqual({
    kind: 'call',
    at: '2026-01-03T00:00:00.000Z',
    message: 'Route / failed: Error: it broke',
    environment: 'production',
    request_id: 'request-1',
    evaluation_id: null,
  });
});

test('a viewer gets neither changes nor failures of calls', async () => {
  await using world = await openWorld();
  const at = '2026-01-03T00:00:00.000Z';
  const line = { at, stream: 'stderr', text: 'Route / failed: Error: it broke' } as const;
  await appendLogs(world.running.store.db, world.appId, [line], new Date(at));
  expect((await production(world)).last_failure).toMatchObject({ kind: 'call' });
  const answer = await world.running.send('GET', '/status', { key: world.running.keys.viewer });
  expect(await answer.json()).toMatchObject([{ app_name: 'support', changes: null, last_failure: null }]);
});

test('as many apps as a page has take as many queries as one', async () => {
  const queries: number[] = [];
  const processor: SpanProcessor = {
    onStart: () => undefined,
    onEnd: ({ name, attributes }) => {
      if (name === 'GET /status') queries.push(Number(attributes['wf.database.queries']));
    },
    forceFlush: async () => undefined,
    shutdown: async () => undefined,
  };
  await using world = await openWorld({ traces: createRequestTraces(processor, 'wf') });
  /** Without those that look up the key, which not every request does. */
  const fewest = async (apps: number) => {
    queries.length = 0;
    for (let time = 0; time < 4; time += 1) expect(await world.call('listStatus', {})).toHaveLength(apps);
    await vi.waitFor(() => expect(queries).toHaveLength(4));
    return Math.min(...queries);
  };
  const ofOne = await fewest(1);
  for (let index = 0; index < 20; index += 1) {
    const { app_id } = await world.call('createApp', { body: { app_name: world.nextName() } });
    const origin = { requestId: 'request-1', variant: 'default', revision: 1, environment: 'production' };
    const line = {
      at: '2026-01-03T00:00:00.000Z',
      stream: 'stderr' as const,
      text: 'Route / failed: Error: no',
      origin,
    };
    await appendLogs(world.running.store.db, app_id, [line]);
  }
  expect(await fewest(21)).toBe(ofOne);
});
