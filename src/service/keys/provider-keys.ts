import type { Database } from '../store/schema.ts';
import type { SecretBox } from '../secrets/create-secret-box.ts';

type Keys = Readonly<Record<string, string>>;

/** Seals an evaluation's keys of model providers, to be opened for that evaluation only. */
export async function sealProviderKeys(secrets: SecretBox, evaluationId: string, keys: Keys): Promise<string | null> {
  return Object.keys(keys).length === 0
    ? null
    : await secrets.seal(JSON.stringify(keys), ownerOfProviderKeys(evaluationId));
}

/** Opens them for the judges of that evaluation. */
export async function openProviderKeys(
  secrets: SecretBox,
  { id, provider_keys }: Pick<Database['evaluations'], 'id' | 'provider_keys'>,
): Promise<Keys> {
  if (provider_keys === null) return {};
  // Only `sealProviderKeys` writes them.
  return JSON.parse(await secrets.open(provider_keys, ownerOfProviderKeys(id))) as Keys;
}

/** Names the owner of an evaluation's keys: they open for that evaluation only. */
export function ownerOfProviderKeys(evaluationId: string): string {
  return `provider keys ${evaluationId}`;
}
