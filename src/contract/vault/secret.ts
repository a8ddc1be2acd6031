import * as z from 'zod';
import { absentAs } from '../endpoint/absent-value.ts';
import { endpointsOf } from '../endpoint/endpoint.ts';
import { PROVIDER_KEY_LENGTH } from '../../foundation/sizes.ts';

/** Providers whose keys a vault has. @source public client */
const PROVIDERS = [
  'openai',
  'cohere',
  'anyscale',
  'deepinfra',
  'alephalpha',
  'groq',
  'mistralai',
  'anthropic',
  'perplexityai',
  'togetherai',
  'openrouter',
  'gemini',
] as const;

const SecretText = z.string().max(200).nullable().optional();

/** Name and description of a secret. @source public client */
const SecretHeader = z.strictObject({ name: SecretText, description: SecretText });

/** A provider's key. @source public client */
const ProviderKey = z.strictObject({
  kind: z.enum(['provider_key']).default('provider_key'),
  data: z.strictObject({ provider: z.enum(PROVIDERS), key: z.string().min(1).max(PROVIDER_KEY_LENGTH.most) }),
});

/** Body that stores a secret. @source public client */
const NewSecret = z.strictObject({ header: SecretHeader, secret: ProviderKey });

/** Body that changes a secret: what is left out stays. @source public client */
const UpdateSecret = z.strictObject({
  header: SecretHeader.nullable().optional(),
  secret: ProviderKey.nullable().optional(),
});

const NO_HEADER = { name: null, description: null };
const NO_LIFECYCLE = { created_at: null, updated_at: null, updated_by_id: null, updated_by: null };

/** A stored secret, with its key: clients of the public service call models with it. @source public client */
export const Secret = z.object({
  id: z.string(),
  header: absentAs(z.object({ name: z.string().nullable(), description: z.string().nullable() }), NO_HEADER),
  secret: z.object({ kind: z.string(), data: z.object({ provider: z.string(), key: z.string() }) }),
  lifecycle: absentAs(
    z.object({
      created_at: z.string().nullable(),
      updated_at: z.string().nullable(),
      updated_by_id: z.string().nullable(),
      updated_by: z.string().nullable(),
    }),
    NO_LIFECYCLE,
  ),
});
export type Secret = z.infer<typeof Secret>;

const endpoint = endpointsOf({ tag: 'vault', source: 'public client' });

/**
 * Only operators reach the vault, because it answers keys: one that leaks costs money in every app. Evaluators of every
 * app spend its keys, so only keys of all apps reach it.
 */
export const vaultEndpoints = {
  listSecrets: endpoint('GET /vault/v1/secrets', {
    summary: 'List keys of model providers, with their values',
    role: 'operator',
    reach: 'all apps',
    response: z.array(Secret),
  }),
  createSecret: endpoint('POST /vault/v1/secrets', {
    summary: "Store a model provider's key, which evaluators use unless an evaluation brings its own",
    role: 'operator',
    reach: 'all apps',
    body: NewSecret,
    response: Secret,
  }),
  getSecret: endpoint('GET /vault/v1/secrets/{secret_id}', {
    summary: "Fetch a model provider's key, with its value",
    role: 'operator',
    reach: 'all apps',
    response: Secret,
  }),
  updateSecret: endpoint('PUT /vault/v1/secrets/{secret_id}', {
    summary: 'Replace the name, the description or the value of a secret',
    role: 'operator',
    reach: 'all apps',
    body: UpdateSecret,
    response: Secret,
  }),
  deleteSecret: endpoint('DELETE /vault/v1/secrets/{secret_id}', {
    summary: 'Delete a secret',
    role: 'operator',
    reach: 'all apps',
    response: z.null(),
  }),
};
