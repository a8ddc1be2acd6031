import { expect, test } from 'vitest';
import { createKey, deleteKey, listKeys, validateKey } from '../../../../../src/service/keys/operations/keys.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openOperations } from '../../../../helpers/open-operations.ts';

const LATER = '2026-11-20T13:00:00Z';

/** Two operators' keys, of which one expired, an operator's key of one app, and a viewer's that was used. */
async function openKeys() {
  const opened = await openOperations();
  const { db, context } = opened;
  await insertBare(db, 'apps', [
    { id: 'a', name: 'support' },
    { id: 'b', name: 'sales' },
  ]);
  const common = { created_at: 'then', role: 'operator' };
  await insertBare(db, 'keys', [
    { ...common, id: 'k1', prefix: 'p1', name: 'ops' },
    { ...common, id: 'k2', prefix: 'p2', name: 'old', expires_at: '2026-11-20T12:00:00.000Z' },
    { ...common, id: 'k3', prefix: 'p3', name: 'one app', app_ids: '["a"]' },
    { ...common, id: 'k4', prefix: 'p4', name: 'looks', role: 'viewer', rate_limit: 60, model_call_limit: 9 },
  ]);
  await insertBare(db, 'key_uses', [{ key_id: 'k4', used_at: 'lately' }]);
  await insertBare(db, 'key_model_calls', [
    { key_id: 'k4', day: '2026-11-20', calls: 2 },
    { key_id: 'k4', day: '2026-11-19', calls: 3 },
  ]);
  const create = async (body: Parameters<typeof createKey.run>[0]['body']) => await createKey.run({ body }, context);
  const revoke = async (key_prefix: string) => await deleteKey.run({ key_prefix }, context);
  return { ...opened, create, revoke };
}

test('keys are listed with their limits and uses, by page', async () => {
  const { context } = await openKeys();
  const list = async (query: object = {}) => await listKeys.run(query, context);
  const { items } = await list();
  const first = {
    prefix: 'p1',
    name: 'ops',
    role: 'operator',
    created_at: 'then',
    expiration_date: null,
    expires_at: null,
    rate_limit: null,
    app_ids: null,
    last_used_at: null,
    model_call_limit: null,
    model_calls_today: 0,
    model_calls: 0,
  };
  const expiry = { expiration_date: '2026-11-20T12:00:00.000Z', expires_at: '2026-11-20T12:00:00.000Z' };
  expect(items).toEqual([
    first,
    { ...first, prefix: 'p2', name: 'old', ...expiry },
    { ...first, prefix: 'p3', name: 'one app', app_ids: ['a'] },
    {
      ...first,
      prefix: 'p4',
      name: 'looks',
      role: 'viewer',
      rate_limit: 60,
      last_used_at: 'lately',
      model_call_limit: 9,
      model_calls_today: 2,
      model_calls: 5,
    },
  ]);
  const page = await list({ limit: 3 });
  expect([page.items, (await list({ cursor: page.next ?? '' })).items]).toEqual([items.slice(0, 3), items.slice(3)]);
});

test("a key without more is an unnamed author's of all apps", async () => {
  const { create, takeLogged, context } = await openKeys();
  const prefix = (await create({})).slice(0, 8);
  expect(takeLogged()).toEqual([
    { kind: 'key', id: prefix, name: 'unnamed', after: prefix, summary: 'created, author' },
  ]);
  const made = (await listKeys.run({}, context)).items.find((key) => key.prefix === prefix);
  expect(made).toMatchObject({ name: 'unnamed', role: 'author', app_ids: null, rate_limit: null, expires_at: null });
});

test('a key is created with its limits, and logged with its apps', async () => {
  const { create, takeLogged, context } = await openKeys();
  const limits = { rate_limit: 5, model_call_limit: 6 };
  const prefix = (
    await create({ name: 'ci', role: 'viewer', expires_at: LATER, app_ids: ['b', 'a', 'b'], ...limits })
  ).slice(0, 8);
  expect(takeLogged()).toEqual([
    { kind: 'key', id: prefix, name: 'ci', after: prefix, summary: 'created, viewer of sales, support' },
  ]);
  const made = (await listKeys.run({}, context)).items.find((key) => key.prefix === prefix);
  expect(made).toMatchObject({ ...limits, app_ids: ['b', 'a'], expires_at: '2026-11-20T13:00:00.000Z' });
  await expect(create({ app_ids: ['none'] })).rejects.toMatchObject({ code: 'WF_NOT_FOUND' });
});

test('a new key has not expired yet', async () => {
  const { create } = await openKeys();
  const msg = 'Input should be a time in the future';
  await expect(create({ expires_at: '2026-11-20T12:00:00Z' })).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `${msg}.`,
    details: [{ loc: ['body', 'expires_at'], msg, type: 'datetime_future' }],
  });
  expect(await create({ expires_at: '2026-11-20T12:00:00.001Z' })).toMatch(/^\w{8}\./);
});

test('a key is revoked, which is logged with its last use', async () => {
  const { revoke, takeLogged } = await openKeys();
  expect(await revoke('p4')).toEqual({ message: 'Key "p4" is revoked.' });
  expect(takeLogged()).toEqual([
    { kind: 'key', id: 'p4', name: 'looks', before: 'p4', summary: 'revoked, viewer, last used lately' },
  ]);
  await revoke('p3');
  expect(takeLogged()[0]?.summary).toBe('revoked, operator, never used');
  await expect(revoke('p4')).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No key has the prefix "p4".',
  });
});

test("the last operator's key that is valid for all apps is kept", async () => {
  const { db, revoke } = await openKeys();
  await expect(revoke('p1')).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    message: '"ops" is the last operator\'s key: create another before you revoke it.',
  });
  await insertBare(db, 'keys', [{ id: 's', prefix: 'ps', name: 'ops', role: 'operator', session_of: 'k1' }]);
  await expect(revoke('p1')).rejects.toThrow('is the last');
  expect(await revoke('ps')).toBeDefined();
  await insertBare(db, 'keys', [{ id: 'k5', prefix: 'p5', name: 'other', role: 'operator' }]);
  expect(await revoke('p1')).toBeDefined();
});

test('a key is valid until it expires', async () => {
  const { context, contextOf } = await openKeys();
  const isValid = async (key_prefix: string, now?: string) =>
    await validateKey.run({ key_prefix }, now === undefined ? context : contextOf({ now }));
  expect([await isValid('p1'), await isValid('none'), await isValid('p2')]).toEqual([true, false, false]);
  expect(await isValid('p2', '2026-11-20T11:59:59.999Z')).toBe(true);
});
