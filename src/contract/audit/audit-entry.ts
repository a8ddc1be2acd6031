import * as z from 'zod';

/** One change: author, time, endpoint and record. Entries are never changed or deleted. @source ours */
export const AuditEntry = z.object({
  id: z.string(),
  created_at: z.string(),
  /** The `X-Request-Id` of the response; `wf` for a change that the service made on its own. */
  request_id: z.string(),
  /** Name of the key at that time. */
  key_name: z.string(),
  role: z.string(),
  /** Name of the endpoint, as in `deployToEnvironment`. */
  action: z.string(),
  /** Kind of the changed record, as in `environment`. */
  kind: z.string(),
  record: z.string().nullable(),
  name: z.string().nullable(),
  app: z.string().nullable(),
  /** State before and after the change: ids of revisions where the record has them. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  summary: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
