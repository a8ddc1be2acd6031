import * as z from 'zod';
import { extension } from '../endpoint/extension.ts';

/** Response of a service that is up. @source facts §2.9 */
export const Health = z.object({
  status: z.string(),
  /** What confines deployed code: `bubblewrap`, `namespaces` or `permission-model`. Ours. */
  sandbox: extension(z.string().optional()),
});
export type Health = z.infer<typeof Health>;

/** Whether a replica accepts calls. Ours. */
export const Readiness = z.object({
  status: z.string(),
  /** Number of the newest migration of the database, and of the newest that this wf knows. */
  schema: z.object({ applied: z.number().int(), known: z.number().int() }),
});
