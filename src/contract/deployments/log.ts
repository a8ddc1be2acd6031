import * as z from 'zod';

/** Source of a line: the workflow's output, or the service itself. */
export const LogStream = z.enum(['stdout', 'stderr', 'service']);
export type LogStream = z.infer<typeof LogStream>;

/** A line that the process of an app's workflow wrote. @source ours */
export const LogLine = z.object({
  id: z.string(),
  created_at: z.string(),
  stream: LogStream,
  text: z.string(),
  /** `X-Request-Id` of the call that wrote it; `null`: of no call, or of an evaluation's. */
  request_id: z.string().nullable().optional(),
  /** Name of the variant that the call ran. */
  variant: z.string().nullable().optional(),
  /** Revision of the variant; `null`: the call brought its configuration. */
  revision: z.int().nullable().optional(),
  /** Environment that the call named. */
  environment: z.string().nullable().optional(),
});
export type LogLine = z.infer<typeof LogLine>;
