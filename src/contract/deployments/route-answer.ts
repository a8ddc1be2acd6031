import * as z from 'zod';

/** Answer of a workflow's route. @source design §4, facts §4.3 */
export const RouteAnswer = z.object({
  version: z.string(),
  data: z.unknown(),
  content_type: z.string().nullable().optional(),
  tree: z.record(z.string(), z.unknown()).nullable().optional(),
  tree_id: z.string().nullable().optional(),
});
export type RouteAnswer = z.infer<typeof RouteAnswer>;
