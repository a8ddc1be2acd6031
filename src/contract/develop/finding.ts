import * as z from 'zod';
import type { DeepReadonly } from '../../foundation/record.ts';

/** What one check of `wf doctor` found. */
export const Finding = z.object({
  check: z.string(),
  /** `failed`: commands will fail; `warning`: worth attention; `skipped`: nothing to check. */
  status: z.enum(['ok', 'warning', 'failed', 'skipped']),
  message: z.string(),
  /** How to fix it: a command or a sentence; `null` if there is nothing to fix. */
  repair: z.string().nullable(),
});
export type Finding = DeepReadonly<z.infer<typeof Finding>>;
