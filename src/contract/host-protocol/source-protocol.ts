import * as z from 'zod/mini';
import type { ThrownError } from '../../foundation/errors/thrown-error.ts';
import {
  Configuration,
  ConfigurationFailure,
  FetchConfiguration,
  createParser,
  ExportSpans,
  RecordName,
  type BundleCommand,
} from './bundle-protocol.ts';
import { MAX_EXPORTS } from './limits.ts';

/** Reports that the process listens and has loaded the previous version's packages. */
const Warm = z.strictObject({ type: z.literal('warm') });

/** Reports that the version is loaded and serves calls. */
const Described = z.strictObject({
  type: z.literal('described'),
  routes: z.array(z.unknown()).check(z.maxLength(MAX_EXPORTS)),
  exportNames: z.array(RecordName).check(z.maxLength(MAX_EXPORTS)),
});

/** Reports that loading the version threw an error. */
const Threw = z.strictObject({
  type: z.literal('threw'),
  message: z.string(),
  stack: z.string(),
  name: z.string(),
  code: z.nullable(z.string()),
  refusal: z.nullable(
    z.strictObject({ nextSteps: z.readonly(z.array(z.string())), details: z._default(z.unknown(), undefined) }),
  ),
} satisfies Record<keyof ThrownError | 'type', z.ZodMiniType>);

/** Tells the process to load this version of the sources; sent once. */
const LoadVersion = z.strictObject({ type: z.literal('load-version'), bundle: RecordName });

/** Message from `wf dev` to the process of a version of the sources. */
export const SourceCommand = z.discriminatedUnion('type', [
  LoadVersion,
  Configuration,
  ConfigurationFailure,
  ExportSpans,
]);
export type SourceCommand = z.infer<typeof SourceCommand>;

/** Result of loading a version. */
export const SourceReport = z.discriminatedUnion('type', [Described, Threw]);
export type SourceReport = z.infer<typeof SourceReport>;

/** Message from the process of a version of the sources to `wf dev`. */
export const SourceMessage = z.discriminatedUnion('type', [Warm, Described, Threw, FetchConfiguration]);
export type SourceMessage = z.infer<typeof SourceMessage>;

export const parseSourceCommand = createParser(SourceCommand);
export const parseSourceMessage = createParser(SourceMessage);

/** Any message from the service, or from `wf dev`, to a process that serves a workflow. */
export type ServiceMessage = BundleCommand | SourceCommand;
