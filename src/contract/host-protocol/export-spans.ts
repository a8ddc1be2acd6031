import * as z from 'zod/mini';
import { RecordName } from './message-fields.ts';

/** Where the process exports its spans to. The service's own variables may say so, which the process does not see. */
export const ExportSpans = z.strictObject({
  type: z.literal('export-spans'),
  /** OpenTelemetry's variables, by name. */
  settings: z.record(RecordName, z.string()),
});
export type ExportSpans = z.infer<typeof ExportSpans>;
