import * as z from 'zod';

/** Source of a line: the workflow's output, or the service itself. */
export const LogStream = z.enum(['stdout', 'stderr', 'service']);
export type LogStream = z.infer<typeof LogStream>;

/** A line that the process of an app's workflow wrote. @source ours */
export const LogLine = z.object({ id: z.string(), created_at: z.string(), stream: LogStream, text: z.string() });
export type LogLine = z.infer<typeof LogLine>;
