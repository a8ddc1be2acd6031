import { expect, test } from 'vitest';
import { NO_TOOLS } from '../../../../src/evaluation/judges/evaluator-tools.ts';
import {
  createSecret,
  deleteSecret,
  getSecret,
  listSecrets,
  updateSecret,
} from '../../../../src/service/vault/operations.ts';
import { withVault } from '../../../../src/service/vault/secret-values.ts';
import { NOW, openOperations } from '../../../helpers/open-operations.ts';
import { TEST_SECRETS } from '../../../helpers/start-service.ts';

const SECRET = { kind: 'provider_key' as const, data: { provider: 'openai' as const, key: 'sk-one' } };
const LIFECYCLE = { created_at: NOW, updated_at: NOW, updated_by_id: 'k', updated_by: 'ann' };

async function openVault() {
  const opened = await openOperations();
  const add = async (header: { name?: string; description?: string } = {}, secret = SECRET) =>
    await createSecret.run({ body: { header, secret } }, opened.context);
  return { ...opened, add };
}

test('a secret is stored sealed, and answered with its value', async () => {
  const { add, context, db, takeLogged } = await openVault();
  const made = await add({ name: 'ours', description: 'For judges' });
  const header = { name: 'ours', description: 'For judges' };
  expect(made).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    header,
    secret: SECRET,
    lifecycle: LIFECYCLE,
  });
  expect(takeLogged()).toEqual([{ kind: 'secret', id: made.id, name: 'ours', summary: 'created' }]);
  const [row] = await db.selectFrom('secrets').selectAll().execute();
  expect(row?.sealed).not.toContain('sk-one');
  expect([await getSecret.run({ secret_id: made.id }, context), await listSecrets.run({}, context)]).toEqual([
    made,
    [made],
  ]);
});

test('a secret without a name is called after its provider', async () => {
  const { add, takeLogged } = await openVault();
  expect((await add()).header).toEqual({ name: null, description: null });
  expect(takeLogged()).toEqual([expect.objectContaining({ name: 'openai' })]);
});

test('a secret is renamed, or its value replaced, by whoever does it', async () => {
  const { add, contextOf, takeLogged } = await openVault();
  const { id } = await add({ name: 'ours', description: 'For judges' });
  takeLogged();
  const later = contextOf({ now: 'later', principal: { id: 'l', name: 'ben', role: 'operator' } });
  const update = async (body: Parameters<typeof updateSecret.run>[0]['body']) =>
    await updateSecret.run({ secret_id: id, body }, later);
  const lifecycle = { created_at: NOW, updated_at: 'later', updated_by_id: 'l', updated_by: 'ben' };
  const renamed = { id, header: { name: 'judges', description: null }, secret: SECRET, lifecycle };
  expect(await update({ header: { name: 'judges' } })).toEqual(renamed);
  expect(takeLogged()).toEqual([{ kind: 'secret', id, name: 'judges', summary: 'renamed' }]);
  const secret = { ...SECRET, data: { provider: 'mistralai' as const, key: 'sk-two' } };
  expect(await update({ secret })).toEqual({ ...renamed, secret });
  expect(takeLogged()).toEqual([{ kind: 'secret', id, name: 'judges', summary: 'value replaced' }]);
  expect(await update({ header: {} })).toMatchObject({ header: { name: null, description: null }, secret });
});

test('a secret is deleted by its id; an unknown one is refused with those that there are', async () => {
  const { add, context, takeLogged } = await openVault();
  const [first, second] = [await add({ name: 'one' }), await add({ name: 'two' })];
  takeLogged();
  expect(await deleteSecret.run({ secret_id: first.id }, context)).toBeNull();
  expect(takeLogged()).toEqual([{ kind: 'secret', id: first.id, name: 'one', summary: 'deleted' }]);
  expect(await listSecrets.run({}, context)).toEqual([second]);
  await expect(getSecret.run({ secret_id: 'openai' }, context)).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: expect.stringMatching(/^No secret has the id "openai"\. .*openai/),
  });
});

test("judges find the provider's newest secret next to what the service's environment has", async () => {
  const { add, db } = await openVault();
  const tools = withVault(
    { ...NO_TOOLS, environment: async () => ({ OPENAI_API_KEY: 'own', OTHER: 'x' }) },
    db,
    TEST_SECRETS,
  );
  expect(await tools.environment()).toEqual({ OPENAI_API_KEY: 'own', OTHER: 'x' });
  await add();
  await add({}, { ...SECRET, data: { provider: 'openai', key: 'sk-new' } });
  expect(await tools.environment()).toEqual({ OPENAI_API_KEY: 'sk-new', OTHER: 'x' });
});
