import * as z from 'zod';

/** Ten years. */
export const MAX_S = 315_360_000;

/** Kinds of data that are kept for a time. `outputs` stands for scores too, and `bundles` for deployments. */
export const KeptKind = z.enum(['evaluations', 'outputs', 'logs', 'traces', 'bundles', 'audit_log']);
export type KeptKind = z.infer<typeof KeptKind>;

/** Kinds whose data belongs to an app. Outputs that nothing uses, and all others, belong to none. */
export const APP_KINDS: readonly KeptKind[] = ['evaluations', 'logs', 'bundles'];

/** How long data of one kind is kept. @source ours */
export const KeepRule = z.object({
  /** `null`: of all apps without a rule of their own. */
  app_id: z.string().nullable(),
  app_name: z.string().nullable(),
  kind: z.string(),
  /** `null`: for ever. */
  seconds: z.int().nullable(),
});
export type KeepRule = z.infer<typeof KeepRule>;

const Seconds = z.int().min(1).max(MAX_S).nullable();

/** Rules to set. @source ours */
export const SetKeep = z.strictObject({
  /** Left out: all apps without a rule of their own. */
  app_id: z.string().optional(),
  /** Seconds by kind; `null`: for ever. */
  keep: z.partialRecord(KeptKind, Seconds).optional(),
  /** Kinds whose rule is removed. */
  unset: z.array(KeptKind).max(KeptKind.options.length).optional(),
});
export type SetKeep = z.infer<typeof SetKeep>;
