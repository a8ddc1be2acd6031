import * as z from 'zod';
import type { Backup } from '../../archives/back-up.ts';
import type { Restored } from '../../archives/restore-backup.ts';
import type { RotatedSecret } from '../../keys/rotate-secret.ts';

/** Schema of `wf backup --json`. */
export const BackupResult = z.object({
  file: z.string(),
  bytes: z.int(),
  key: z.string().nullable(),
  seconds: z.number(),
}) satisfies z.ZodType<Backup>;

/** Schema of `wf restore --json`. */
export const RestoredResult = z.object({
  file: z.string(),
  key: z.string().nullable(),
  revoked: z.object({ sessions: z.int(), codes: z.int(), local_keys: z.int() }),
}) satisfies z.ZodType<Restored>;

/** Schema of `wf keys rotate-secret --json`. */
export const RotatedResult = z.object({
  key: z.string(),
  previous: z.string().nullable(),
  file: z.string().nullable(),
  resealed: z.int(),
  unopened: z.int(),
}) satisfies z.ZodType<RotatedSecret>;
