import * as z from 'zod';

/** Which records of an app changed since the last event of a stream: their kinds and ids, not what changed or by whom. @source ours */
export const AppChanges = z.object({
  /** Whether any record may have changed: in the first event, and after more changes than a stream keeps. */
  all: z.boolean(),
  /** A stream tells every 15 seconds that it still lives, with no records. */
  records: z.array(
    z.object({
      /** As in the audit log. */
      kind: z.string(),
      /** `null`: one or several of this kind. */
      id: z.string().nullable(),
    }),
  ),
});
export type AppChanges = z.infer<typeof AppChanges>;
