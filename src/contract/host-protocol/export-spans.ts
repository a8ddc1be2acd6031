import * as z from 'zod/mini';
import { RecordName } from './message-fields.ts';

/** Tells the process where to export its spans: it cannot see the service's environment variables. */
export const ExportSpans = z.strictObject({
  type: z.literal('export-spans'),
  /** OpenTelemetry's environment variables, by name. */
  settings: z.record(RecordName, z.string()),
});
export type ExportSpans = z.infer<typeof ExportSpans>;
