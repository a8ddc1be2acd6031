import * as z from 'zod';
import { endpointsOf } from '../endpoint/endpoint.ts';

/** Ten years. */
const MAX_S = 315_360_000;

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

/** What to prune. @source ours */
const Prune = z.strictObject({
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

const endpoint = endpointsOf({ tag: 'service', source: 'wf' });

export const retentionEndpoints = {
  getUsage: endpoint('GET /usage', {
    summary: 'Measure the space that the stored data takes, by app and kind',
    role: 'auditor',
    // Without an app, the operation selects by the caller's `appIds`.
    reach: { app: 'app_id' },
    query: z.object({ app_id: z.string().optional() }),
    response: Usage,
  }),
  prune: endpoint('POST /prune', {
    summary:
      'Delete old evaluations, outputs, logs, traces and bundles that nothing refers to, for a few seconds at a time',
    role: 'operator',
    // Without an app, the operation selects by the caller's `appIds`.
    reach: { app: 'body.app_id' },
    body: Prune,
    response: Pruned,
  }),
  getRetention: endpoint('GET /retention', {
    summary: 'List how long which data is kept',
    role: 'auditor',
    // Without an app, the operation selects by the caller's `appIds`.
    reach: { app: 'app_id' },
    query: z.object({ app_id: z.string().optional() }),
    response: z.array(KeepRule),
  }),
  setRetention: endpoint('PUT /retention', {
    summary: 'Set how long data is kept, of one app or of all without a rule of their own',
    role: 'operator',
    // Without an app, the operation selects by the caller's `appIds`.
    reach: { app: 'body.app_id' },
    body: SetKeep,
    response: z.array(KeepRule),
  }),
};
