import * as z from 'zod';

/**
 * Calls of one model within one call of a route, and what they cost.
 *
 * @source wf
 * @remarks `input_tokens` includes those read from or written to the provider's cache, and `output_tokens` includes
 * reasoning. `cost` is US dollars; if it is `null`, `reason` says why.
 */
export const ModelUse = z.object({
  model: z.string(),
  provider: z.string().nullable().optional(),
  calls: z.int(),
  input_tokens: z.number().nullable(),
  output_tokens: z.number().nullable(),
  cache_read_tokens: z.number().nullable().optional(),
  cache_write_tokens: z.number().nullable().optional(),
  reasoning_tokens: z.number().nullable().optional(),
  batch: z.boolean().nullable().optional(),
  service_tier: z.string().nullable().optional(),
  cost: z.number().nullable(),
  reason: z.string().nullable().optional(),
});
export type ModelUse = z.infer<typeof ModelUse>;
