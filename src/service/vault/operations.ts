import { v7 as newId } from 'uuid';
import type { Change, Operation } from '../operation/operation.ts';
import { deleteSecretRow, insertSecret, readSecrets, replaceSecret, requireSecret, type SecretRow } from './queries.ts';
import { ownerOfSecret, toSecret } from './secret-values.ts';

export const listSecrets: Operation<'listSecrets'> = {
  run: async (_, { db, service: { secrets } }) =>
    await Promise.all((await readSecrets(db)).map(async (row) => await toSecret(row, secrets))),
};

export const getSecret: Operation<'getSecret'> = {
  run: async ({ secret_id }, { db, service: { secrets } }) =>
    await toSecret(await requireSecret(db, secret_id), secrets),
};

export const createSecret: Operation<'createSecret'> = {
  audit: { kind: 'secret', verb: 'created' },
  hasSecretAnswer: true,
  run: async ({ body: { header, secret } }, { db, now, principal, record, service: { secrets } }) => {
    const id = newId();
    const { kind, data } = secret;
    const row: SecretRow = {
      id,
      name: header.name ?? null,
      description: header.description ?? null,
      kind,
      provider: data.provider,
      sealed: await secrets.seal(data.key, ownerOfSecret(id)),
      created_at: now,
      updated_at: now,
      modified_by: principal.name,
      modified_by_id: principal.id,
    };
    await insertSecret(db, row);
    record({ ...changeOf(row), summary: 'created' });
    return await toSecret(row, secrets);
  },
};

export const updateSecret: Operation<'updateSecret'> = {
  audit: { kind: 'secret', verb: 'changed' },
  hasSecretAnswer: true,
  run: async ({ secret_id, body: { header, secret } }, { db, now, principal, record, service: { secrets } }) => {
    const stored = await requireSecret(db, secret_id);
    const named = header == null ? {} : { name: header.name ?? null, description: header.description ?? null };
    const row: SecretRow = {
      ...stored,
      ...named,
      kind: secret?.kind ?? stored.kind,
      provider: secret?.data.provider ?? stored.provider,
      sealed: secret == null ? stored.sealed : await secrets.seal(secret.data.key, ownerOfSecret(stored.id)),
      updated_at: now,
      modified_by: principal.name,
      modified_by_id: principal.id,
    };
    await replaceSecret(db, row);
    record({ ...changeOf(row), summary: secret == null ? 'renamed' : 'value replaced' });
    return await toSecret(row, secrets);
  },
};

export const deleteSecret: Operation<'deleteSecret'> = {
  audit: { kind: 'secret', verb: 'deleted' },
  run: async ({ secret_id }, { db, record }) => {
    const row = await requireSecret(db, secret_id);
    await deleteSecretRow(db, row.id);
    record({ ...changeOf(row), summary: 'deleted' });
    return null;
  },
};

function changeOf({ id, name, provider }: SecretRow): Omit<Change, 'summary'> {
  return { kind: 'secret', id, name: name ?? provider };
}
