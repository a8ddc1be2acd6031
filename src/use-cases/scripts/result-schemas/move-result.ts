import * as z from 'zod';
import type { MovedData } from '../../archives/move-data.ts';

/** Schema of `wf move --json`. */
export const MoveResult = z.object({
  to: z.string(),
  rows: z.int(),
  seconds: z.number(),
  tables: z.array(z.object({ table: z.string(), rows: z.int(), checksum: z.string() })),
}) satisfies z.ZodType<MovedData>;
