import * as z from 'zod';
import type { DeepReadonly } from '../../foundation/record.ts';

// What the commands about archives and backups print with --json.

export const ArchiveReport = z.object({
  app_id: z.string(),
  app_name: z.string(),
  file: z.string(),
  size: z.int(),
  sha256: z.string(),
  /** Rows by table. */
  rows: z.record(z.string(), z.int()),
  artifacts: z.int(),
  variables: z.array(z.string()),
  missing: z.array(z.string()),
});
export type ArchiveReport = DeepReadonly<z.infer<typeof ArchiveReport>>;

export const ImportReport = ArchiveReport.extend({
  /** False when it was only verified. */
  imported: z.boolean(),
  /** Test sets that already existed with the same rows. */
  testsets_kept: z.int(),
  /** Evaluations that were unfinished when exported. */
  evaluations_cancelled: z.int(),
});
export type ImportReport = DeepReadonly<z.infer<typeof ImportReport>>;

export const Backup = z.object({
  file: z.string(),
  bytes: z.int(),
  /** Fingerprint of the sealing key that a restore needs; `null`: none. */
  key: z.string().nullable(),
  seconds: z.number(),
});
export type Backup = DeepReadonly<z.infer<typeof Backup>>;

export const CheckedBackup = Backup.omit({ seconds: true }).extend({
  /** Number of the newest migration of its schema. */
  schema: z.int(),
  /** Whether each of its bytes was verified. False for a backup of an older `wf`, whose structure was checked. */
  has_checksum: z.boolean(),
});
export type CheckedBackup = DeepReadonly<z.infer<typeof CheckedBackup>>;

export const Restored = z.object({
  file: z.string(),
  /** Fingerprint of the key of its secrets; `null`: it has none. */
  key: z.string().nullable(),
  /** Whether each of its bytes was verified before; false for a backup of an older `wf`. */
  has_checksum: z.boolean(),
  revoked: z.object({ sessions: z.int(), codes: z.int(), local_keys: z.int() }),
});
export type Restored = DeepReadonly<z.infer<typeof Restored>>;

const MovedTable = z.object({ table: z.string(), rows: z.int(), checksum: z.string() });
export type MovedTable = Readonly<z.infer<typeof MovedTable>>;

export const MovedData = z.object({
  to: z.string(),
  rows: z.int(),
  seconds: z.number(),
  tables: z.array(MovedTable),
});
export type MovedData = DeepReadonly<z.infer<typeof MovedData>>;
