import * as z from 'zod';

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
  data: z.strictObject({ provider: z.enum(PROVIDERS), key: z.string().min(1).max(10_000) }),
});

/** Body that stores a secret. @source public client */
export const NewSecret = z.strictObject({ header: SecretHeader, secret: ProviderKey });
export type NewSecret = z.infer<typeof NewSecret>;

/** Body that changes a secret: what is left out stays. @source public client */
export const UpdateSecret = z.strictObject({
  header: SecretHeader.nullable().optional(),
  secret: ProviderKey.nullable().optional(),
});
export type UpdateSecret = z.infer<typeof UpdateSecret>;

/** A stored secret, with its key: clients of the public service call models with it. @source public client */
export const Secret = z.object({
  id: z.string(),
  header: z.object({ name: z.string().nullable(), description: z.string().nullable() }),
  secret: z.object({ kind: z.string(), data: z.object({ provider: z.string(), key: z.string() }) }),
  lifecycle: z.object({
    created_at: z.string().nullable(),
    updated_at: z.string().nullable(),
    updated_by_id: z.string().nullable(),
    updated_by: z.string().nullable(),
  }),
});
export type Secret = z.infer<typeof Secret>;
