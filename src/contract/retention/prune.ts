import * as z from 'zod';
import { MAX_S } from './keep.ts';

/** What to prune. @source ours */
export const Prune = z.strictObject({
  /** Left out: all apps that the key reaches. */
  app_id: z.string().optional(),
  /**
   * Only what has not changed for so long, by the clock of the service. Left out: what is set for its kind, else 30 days.
   * What is kept for ever stays either way, and the audit log has no age but that of its own rule.
   */
  older_than_seconds: z.int().min(1).max(MAX_S).optional(),
  /** Only counts what would be deleted. */
  plan: z.boolean().optional(),
});
export type Prune = z.infer<typeof Prune>;

/** What was deleted of one kind, or would be. */
export const PrunedKind = z.object({
  kind: z.string(),
  count: z.number().int(),
  /** Bytes of the values. */
  bytes: z.number().int(),
});
export type PrunedKind = z.infer<typeof PrunedKind>;

/** What one request pruned. @source ours */
export const Pruned = z.object({
  /** What is older than this was deleted, unless a rule says otherwise. */
  before: z.string(),
  kinds: z.array(PrunedKind),
  /** Ids of the apps whose evaluations stay, because one of them is running. */
  busy_app_ids: z.array(z.string()),
  /** `false`: the request used up its time, and the same request continues. */
  done: z.boolean(),
});
export type Pruned = z.infer<typeof Pruned>;
