import type { Secret } from '../../contract/vault/secret.ts';
import type { ServiceTools } from '../operation/operation.ts';
import type { SecretBox } from '../secrets/create-secret-box.ts';
import type { Db } from '../store/schema.ts';
import { findSecretOf, type SecretRow } from './queries.ts';

/** Names the owner of a secret's value: it opens for that secret only. */
export function ownerOfSecret(id: string): string {
  return `secret ${id}`;
}

/** Creates the wire record, with the value. */
export async function toSecret(row: SecretRow, secrets: SecretBox): Promise<Secret> {
  const { id, name, description, kind, provider, created_at, updated_at } = row;
  const key = await secrets.open(row.sealed, ownerOfSecret(id));
  const lifecycle = { created_at, updated_at, updated_by_id: row.modified_by_id, updated_by: row.modified_by };
  return { id, header: { name, description }, secret: { kind, data: { provider, key } }, lifecycle };
}

/**
 * Adds the vault's key to what evaluators find in the service's environment. An evaluation's own key wins, and an
 * evaluation that names an address never gets the vault's.
 */
export function withVault(tools: ServiceTools, db: Db, secrets: SecretBox): ServiceTools {
  const environment = async () => {
    const [own, row] = await Promise.all([tools.environment(), findSecretOf(db, 'openai')]);
    return row === null ? own : { ...own, OPENAI_API_KEY: await secrets.open(row.sealed, ownerOfSecret(row.id)) };
  };
  return { ...tools, environment };
}
