import * as z from 'zod';

/** Kinds of stored data. */
export const StoredKind = z.enum([
  'evaluations',
  'outputs',
  'scores',
  'testsets',
  'human_evaluations',
  'deployments',
  'bundles',
  'logs',
  'traces',
  'audit_log',
  'call_changes',
]);
export type StoredKind = z.infer<typeof StoredKind>;

/** What one kind of data of one app takes. */
export const UsageEntry = z.object({
  /** `null`: it belongs to no app. */
  app_id: z.string().nullable(),
  app_name: z.string().nullable(),
  kind: z.string(),
  rows: z.number().int(),
  /** Bytes of the values; indexes and free space are not included. */
  bytes: z.number().int(),
});
export type UsageEntry = z.infer<typeof UsageEntry>;

/** What the stored data takes. @source ours */
export const Usage = z.object({
  entries: z.array(UsageEntry),
  /** The whole database; `null` for a key of some apps. */
  database: z
    .object({
      bytes: z.number().int(),
      /** Bytes that the next rows reuse; `null`: unknown. */
      free_bytes: z.number().int().nullable(),
    })
    .nullable(),
});
export type Usage = z.infer<typeof Usage>;
