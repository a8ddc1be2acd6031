import * as z from 'zod/mini';
import { Answers, Calls, CancelCall } from './call-messages.ts';
import { Configuration, ConfigurationFailure, FetchConfiguration } from './configuration-messages.ts';
import { createParser } from './create-parser.ts';
import { ExportSpans } from './export-spans.ts';

/** Reports that the process listens on its socket. */
const Ready = z.strictObject({
  type: z.literal('ready'),
  /** Whether it takes calls of clients. Bundles contain the runtime of their time; older ones do not. */
  takesClients: z.optional(z.boolean()),
});

/** Message from the service to the process of a deployed bundle. */
export const BundleCommand = z.discriminatedUnion('type', [
  Calls,
  CancelCall,
  Configuration,
  ConfigurationFailure,
  ExportSpans,
]);
export type BundleCommand = z.infer<typeof BundleCommand>;

/** Message from the process of a deployed bundle to the service. */
export const BundleMessage = z.discriminatedUnion('type', [Ready, Answers, FetchConfiguration]);
export type BundleMessage = z.infer<typeof BundleMessage>;

export const parseBundleCommand = createParser(BundleCommand);
export const parseBundleMessage = createParser(BundleMessage);
