import * as z from 'zod';
import type { RouteChange } from '../../compatibility/compare-routes.ts';

/** One difference between two sets of route schemas, as `--json` prints it. */
export const RouteChangeResult = z.object({
  route: z.string(),
  field: z.string().nullable(),
  part: z.enum(['route', 'config', 'input', 'output']),
  kind: z.enum(['added', 'removed', 'changed']),
  keyword: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  maybe_renamed_to: z.string().nullable(),
}) satisfies z.ZodType<RouteChange>;
