import * as z from 'zod';
import type { RouteChange } from '../../../contract/deployments/compatibility/compare-routes.ts';

/** Schema of one difference between two sets of route schemas. */
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
