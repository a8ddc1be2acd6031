import { expect, test, vi } from 'vitest';
import type { OperationContext } from '../../../../../src/service/operation/operation.ts';
import { getHealth, getProfile, getReadiness } from '../../../../../src/service/keys/operations/identity.ts';
import { MIGRATIONS } from '../../../../../src/service/store/migrations/all-migrations.ts';
import { openBare } from '../../../../helpers/open-bare.ts';
import { TEST_SECRETS } from '../../../../helpers/start-service.ts';

const KNOWN = MIGRATIONS.at(-1)?.number ?? 0;

async function openContext(more: object = {}) {
  const { db } = await openBare();
  const draining = new AbortController().signal;
  const context = { db, draining, secrets: TEST_SECRETS, sandboxKind: null, ...more };
  return context as unknown as OperationContext; // what is called and read of it
}

test('a service is healthy, and says what holds bundles if it runs some', async () => {
  expect(await getHealth.run({}, await openContext())).toEqual({ status: 'ok' });
  const holding = await openContext({ sandboxKind: async () => 'bubblewrap' });
  expect(await getHealth.run({}, holding)).toEqual({ status: 'ok', sandbox: 'bubblewrap' });
});

test('a replica is ready whose database has this schema, or a newer one', async () => {
  const context = await openContext({ findDiskProblem: async () => null });
  expect(await getReadiness.run({}, context)).toEqual({ status: 'ready', schema: { applied: KNOWN, known: KNOWN } });
  await context.db
    .updateTable('wf_migrations')
    .set({ number: KNOWN + 1 })
    .where('number', '=', KNOWN)
    .execute();
  expect(await getReadiness.run({}, context)).toMatchObject({ schema: { applied: KNOWN + 1, known: KNOWN } });
});

test('a replica is not ready whose database has an older schema', async () => {
  const context = await openContext();
  await context.db.deleteFrom('wf_migrations').where('number', '=', KNOWN).execute();
  await expect(getReadiness.run({}, context)).rejects.toMatchObject({
    code: 'WF_NOT_READY',
    message: `The database has schema ${KNOWN - 1}, and this wf needs ${KNOWN}.`,
  });
});

test('a replica that stops, or whose disk has a problem, is not ready', async () => {
  await expect(getReadiness.run({}, await openContext({ draining: AbortSignal.abort() }))).rejects.toMatchObject({
    code: 'WF_NOT_READY',
    message: 'This replica is draining: it finishes the calls it has.',
  });
  const full = await openContext({ findDiskProblem: async () => 'The disk is full.' });
  await expect(getReadiness.run({}, full)).rejects.toMatchObject({
    code: 'WF_NOT_READY',
    message: 'The disk is full.',
  });
});

test('a replica whose database is silent for three seconds is not ready', async () => {
  vi.useFakeTimers();
  try {
    const silence = new Promise<never>(() => undefined);
    const query = { select: () => ({ executeTakeFirst: async () => await silence }) };
    const context = { draining: new AbortController().signal, db: { selectFrom: () => query } };
    const answers: unknown[] = [];
    const readiness = getReadiness.run({}, context as unknown as OperationContext); // what is called and read of it
    void readiness.catch((error: unknown) => answers.push(error));
    await vi.advanceTimersByTimeAsync(2999);
    expect(answers).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(answers).toEqual([
      expect.objectContaining({ code: 'WF_NOT_READY', message: 'The database does not answer.' }),
    ]);
  } finally {
    vi.useRealTimers();
  }
});

test('a profile is that of the key, and no other', async () => {
  const principal = { id: 'k', name: 'ann', role: 'author', appIds: ['a'] };
  const profile = {
    id: 'k',
    uid: 'k',
    email: null,
    username: 'ann',
    created_at: null,
    updated_at: null,
    role: 'author',
    app_ids: ['a'],
  };
  expect(await getProfile.run({}, await openContext({ principal }))).toEqual(profile);
  expect(await getProfile.run({ user_id: 'k' }, await openContext({ principal }))).toEqual(profile);
  const all = await openContext({ principal: { ...principal, appIds: null } });
  expect(await getProfile.run({}, all)).toEqual({ ...profile, app_ids: null });
  await expect(getProfile.run({ user_id: 'other' }, all)).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No user is called "other". Available: k.',
  });
});
