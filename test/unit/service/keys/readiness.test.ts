import { expect, test } from 'vitest';
import { PACKAGE_VERSION } from '../../../../src/foundation/package.ts';
import { KNOWN_SCHEMA } from '../../../../src/service/store/migrate.ts';
import { seen } from '../../../helpers/open-world.ts';
import { type RunningService, startService } from '../../../helpers/start-service.ts';

const ask = async (running: RunningService, path = '/health/ready') =>
  await seen(await running.send('GET', path, { key: null }));
const notReady = (detail: string) => [503, { detail }];

test('a service is healthy, and says what confines bundles if it runs some', async () => {
  await using running = await startService({ sandboxKind: async () => 'bubblewrap' });
  expect(await ask(running, '/health')).toEqual([
    200,
    { status: 'ok', sandbox: 'bubblewrap', version: PACKAGE_VERSION, schema: KNOWN_SCHEMA },
  ]);
});

test('a replica is ready whose database has this schema, or a newer one', async () => {
  await using running = await startService({ findDiskProblem: async () => null });
  expect(await ask(running)).toEqual([
    200,
    { status: 'ready', schema: { applied: KNOWN_SCHEMA, known: KNOWN_SCHEMA } },
  ]);
  const newer = { number: KNOWN_SCHEMA + 1, name: 'newer', applied_at: '2026-11-20T12:00:00.000Z' };
  await running.store.db.insertInto('wf_migrations').values(newer).execute();
  expect(await ask(running)).toEqual([
    200,
    { status: 'ready', schema: { applied: KNOWN_SCHEMA + 1, known: KNOWN_SCHEMA } },
  ]);
});

test('a replica is not ready whose database has an older schema, or none', async () => {
  await using running = await startService();
  const { db } = running.store;
  await db.deleteFrom('wf_migrations').where('number', '=', KNOWN_SCHEMA).execute();
  expect(await ask(running)).toEqual(
    notReady(`The database has schema ${KNOWN_SCHEMA - 1}, and this wf needs ${KNOWN_SCHEMA}.`),
  );
  await db.deleteFrom('wf_migrations').execute();
  expect(await ask(running)).toEqual(notReady(`The database has schema 0, and this wf needs ${KNOWN_SCHEMA}.`));
});

test('a replica that drains, or whose disk has a problem, is not ready', async () => {
  await using draining = await startService();
  draining.service.drain();
  expect(await ask(draining)).toEqual(notReady('This replica is draining: it finishes the calls it has.'));
  await using full = await startService({ findDiskProblem: async () => 'The disk is full.' });
  expect(await ask(full)).toEqual(notReady('The disk is full.'));
});

test('a profile is that of the key, and no other', async () => {
  await using running = await startService();
  const read = async (query = '') => await seen(await running.send('GET', `/profile${query}`));
  const [, profile] = await read();
  const { id } = profile as { readonly id: string };
  expect(profile).toEqual({
    id,
    uid: id,
    email: null,
    username: 'the operator',
    created_at: null,
    updated_at: null,
    role: 'operator',
    app_ids: null,
  });
  expect(await read(`?user_id=${id}`)).toEqual([200, profile]);
  expect(await read('?user_id=other')).toEqual([404, { detail: `No user is called "other". Available: ${id}.` }]);
});
