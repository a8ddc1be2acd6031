import { expect, test } from 'vitest';
import { statusResult } from '../../../src/contract/evaluations/evaluation-status.ts';
import { createChangeReader, TOLD_CHANGES } from '../../../src/service/store/changes/record-changes.ts';
import { statusColumns, updateEvaluation } from '../../../src/service/evaluations/queries/evaluations.ts';
import { addVoter } from '../../../src/service/human-evaluations/voting-codes.ts';
import { followApp } from '../../helpers/follow-app.ts';
import { openWorld } from '../../helpers/open-world.ts';
import { createWorld } from '../../helpers/service-world.ts';
import { locateTestStore, startService, TEST_SECRETS } from '../../helpers/start-service.ts';
import { testedDatabase } from '../../helpers/tested-database.ts';

test('are told to a viewer by kind and id, and nothing else, whoever made them', async () => {
  await using world = await openWorld();
  const { running, appId, variantId } = world;
  await using followed = await followApp(running, appId, running.keys.viewer);
  const body = { environment_name: 'staging', variant_id: variantId };
  await world.call('deployToEnvironment', { body });
  expect(await followed.readUntil('environment')).toEqual([expect.stringMatching(/^environment [0-9a-f-]{36}$/)]);
  const testset = await world.makeTestset();
  const evaluator = await world.makeEvaluatorConfig();
  await world.call('updateEvaluatorConfig', { evaluator_config_id: evaluator, body: { name: 'renamed' } });
  await world.call('createKey', { body: { name: 'nobody else sees this', role: 'viewer' } });
  const last = await world.makeVariant();
  expect(new Set(await followed.readUntil(`variant ${last}`))).toEqual(
    new Set([`testset ${testset}`, `evaluator ${evaluator}`, `variant ${last}`]),
  );
});

test('are told of what no request recorded: how an evaluation ends, and who votes by a link', async () => {
  await using world = await openWorld();
  const { store } = world.running;
  const evaluation = await world.makeEvaluation();
  const votes = await world.makeHumanEvaluation();
  await using followed = await followApp(world.running, world.appId);
  await updateEvaluation(store.db, evaluation, statusColumns(statusResult('EVALUATION_FINISHED')));
  expect(await followed.readUntil(`evaluation ${evaluation}`)).toEqual([`evaluation ${evaluation}`]);
  const voter = { human_evaluation_id: votes, name: 'Ann', created_at: '2026-11-20T12:00:00.000Z' };
  await store.transaction((db) => addVoter(db, TEST_SECRETS, voter));
  expect(await followed.readUntil(`human evaluation ${votes}`)).toEqual([`human evaluation ${votes}`]);
});

test('of other apps are not told, but for shared lists to a key that reaches them', async () => {
  await using world = await openWorld();
  const { running, appId, call, nextName } = world;
  const narrow = await call('createKey', { body: { name: 'narrow', role: 'viewer', app_ids: [appId] } });
  await using byNarrow = await followApp(running, appId, narrow);
  await using byAll = await followApp(running, appId);
  const other = await call('createApp', { body: { app_name: nextName() } });
  const config = { app_id: other.app_id, name: 'theirs', evaluator_key: 'auto_exact_match', settings_values: {} };
  await call('createEvaluatorConfig', { body: config });
  const testset = await world.makeTestset();
  const variant = await world.makeVariant();
  expect(await byNarrow.readUntil(`variant ${variant}`)).toEqual([`variant ${variant}`]);
  expect(new Set(await byAll.readUntil(`variant ${variant}`))).toEqual(
    new Set([`app ${other.app_id}`, `testset ${testset}`, `variant ${variant}`]),
  );
  const refused = await running.send('GET', `/apps/${other.app_id}/changes`, { key: narrow });
  expect(refused.status).toBe(404);
});

test('tell that variables changed, but not their names, which readers of records may not know', async () => {
  await using world = await openWorld();
  const { running, appId: app_id, call } = world;
  await using followed = await followApp(running, app_id);
  await call('setVariable', { app_id, variable_name: 'STRIPE_KEY', body: { value: 'secret' } });
  const variant = await world.makeVariant();
  const told = await followed.readUntil(`variant ${variant}`);
  expect(told.some((each) => each.startsWith('variable'))).toBe(true);
  expect(told.join()).not.toContain('STRIPE_KEY');
});

test('are told when another process made them', async () => {
  await using stack = new AsyncDisposableStack();
  const place = await locateTestStore(testedDatabase(), stack);
  const database = { at: 'file' in place ? place.file : place.url };
  const [first, second] = [stack.use(await startService({ database })), stack.use(await startService({ database }))];
  const { appId, variantId } = await createWorld(first);
  const followed = stack.use(await followApp(first, appId));
  const body = { environment_name: 'staging', variant_id: variantId };
  expect((await second.send('POST', '/environments/deploy', { body })).ok).toBe(true);
  expect(await followed.readUntil('environment')).toHaveLength(1);
});

test('are told until the key is revoked', async () => {
  await using world = await openWorld();
  const key = await world.call('createKey', { body: { name: 'leaving', role: 'viewer' } });
  await using followed = await followApp(world.running, world.appId, key);
  await world.call('deleteKey', { key_prefix: key.split('.')[0] ?? '' });
  await world.makeVariant();
  expect(await followed.readRest()).not.toContain('all');
});

test('beyond a thousand at once are told as any', async () => {
  await using world = await openWorld();
  const { store } = world.running;
  const read = createChangeReader(store);
  expect(await read()).toBeNull();
  expect(await read()).toEqual([]);
  const change = { app_id: world.appId, kind: 'variant', record_id: world.variantId };
  const note = async (count: number) => {
    const id = await world.makeEvaluation();
    await store.transaction(async (db) => {
      for (let index = 0; index < count; index += 1) {
        const status = index % 2 === 0 ? 'EVALUATION_FINISHED' : 'EVALUATION_CANCELLED';
        await updateEvaluation(db, id, statusColumns(statusResult(status)));
      }
    });
  };
  await note(3);
  expect((await read())?.filter(({ kind }) => kind === 'evaluation').length).toBe(4);
  await note(TOLD_CHANGES);
  expect(await read()).toBeNull();
  await world.call('updateVariantParameters', { variant_id: world.variantId, body: { parameters: { words: 30 } } });
  expect(await read()).toEqual([expect.objectContaining(change)]);
});

test('are as they are without a stream: any record may have changed', async () => {
  await using world = await openWorld();
  expect(await world.call('watchApp', { app_id: world.appId })).toEqual({ all: true, records: [] });
});
