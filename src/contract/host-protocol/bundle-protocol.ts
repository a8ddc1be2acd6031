import * as z from 'zod/mini';
import { parseJson } from '../validation/parse-json.ts';
import { findExcess } from '../../foundation/json/check-json.ts';
import { CHANNEL_VALUES, formatSize } from '../../foundation/sizes.ts';
import { MAX_NAME_LENGTH, MAX_REPORTED_USES, MAX_SHORT_LENGTH, MAX_TEXT_LENGTH, BATCH_SIZE } from './limits.ts';
import type { ConfigurationReference } from '../variants/config.ts';

/** A violation of the protocol by the other side of the channel; the message describes it. */
export class InvalidMessage extends Error {
  override readonly name = 'InvalidMessage';
}

/**
 * Creates a function that parses one line of the channel.
 *
 * @param schema - schema of the other side's messages
 * @throws {InvalidMessage} from that function, when the line is not such a message
 */
export function createParser<Schema extends z.ZodMiniType>(schema: Schema): (line: string) => z.infer<Schema> {
  return (line) => {
    const parsed = schema.safeParse(readJson(line));
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw new InvalidMessage(`${issue?.path.join('.') || 'the message'}: ${issue?.code ?? 'invalid'}`);
  };
}

function readJson(line: string): unknown {
  const message = parseJson(line);
  if (message === undefined) throw new InvalidMessage('a message that is not JSON');
  return message;
}

// zod's small build: every bundle's process loads these files at start, and the full build takes 10 ms longer.

/** Number of a request, assigned by the sender from 1; the answer repeats it. */
const MessageId = z.int().check(z.gte(1));

/** Name, path or id of a record. */
export const RecordName = z.string().check(z.maxLength(MAX_NAME_LENGTH));

/** Tells the process where to export its spans: it cannot see the service's environment variables. */
export const ExportSpans = z.strictObject({
  type: z.literal('export-spans'),
  /** OpenTelemetry's environment variables, by name. */
  settings: z.record(RecordName, z.string()),
});
export type ExportSpans = z.infer<typeof ExportSpans>;

/** A call of a route. */
export const RouteCall = z.strictObject({
  id: MessageId,
  path: RecordName,
  /** JSON. */
  body: z.string().check(z.maxLength(MAX_TEXT_LENGTH)),
  /** Revision of the variant whose configuration it runs with. */
  revision: z.nullable(RecordName),
  /** Left out: the call belongs to an evaluation, which wants the figures of its spans and the whole answer at once. */
  client: z.optional(
    z.strictObject({
      traceparent: z.nullable(RecordName),
      /** Marks the lines that the call writes. */
      mark: z.optional(RecordName),
    }),
  ),
});
export type RouteCall = z.infer<typeof RouteCall>;

/** Tells the process to run these calls. */
const Calls = z.strictObject({
  type: z.literal('calls'),
  calls: z.array(RouteCall).check(z.minLength(1), z.maxLength(BATCH_SIZE)),
});

/** Cancels a call, because its caller has disconnected. */
const CancelCall = z.strictObject({ type: z.literal('cancel-call'), id: MessageId });

/** Answer to a call. */
export const RouteAnswer = z.strictObject({
  id: MessageId,
  /** Of 200 to 599; with any other, its call fails. */
  status: z.int(),
  text: z.string().check(z.maxLength(MAX_SHORT_LENGTH)),
  /** The header `Retry-After`. */
  retryAfter: z.nullable(RecordName),
  /** The header `X-Should-Retry`. Left out: the answer has none, as of a bundle of an earlier release. */
  shouldRetry: z.optional(z.boolean()),
  /** The answer is long: instead of its text, it waits under this name at `CACHED_ANSWERS_PATH` on the process's socket. */
  cachedAs: z.optional(z.uuid()),
});
export type RouteAnswer = z.infer<typeof RouteAnswer>;

/** Answers to calls, in the order in which they finished. */
const Answers = z.strictObject({
  type: z.literal('answers'),
  answers: z.array(RouteAnswer).check(z.minLength(1), z.maxLength(BATCH_SIZE)),
});

const OptionalText = z.optional(z.nullable(RecordName));
const OptionalCount = z.optional(z.nullable(z.number()));

/** Calls of one model within a running call. A cost that is `null` without a reason has not been looked up. */
const ReportedUse = z.strictObject({
  model: RecordName,
  requested_model: OptionalText,
  provider: OptionalText,
  calls: z.int(),
  input_tokens: z.nullable(z.number()),
  output_tokens: z.nullable(z.number()),
  cache_read_tokens: OptionalCount,
  cache_write_tokens: OptionalCount,
  reasoning_tokens: OptionalCount,
  details: z.optional(z.nullable(z.record(RecordName, z.number()))),
  batch: z.optional(z.nullable(z.boolean())),
  service_tier: OptionalText,
  cost: z.nullable(z.number()),
  reason: OptionalText,
  failure: OptionalText,
});
export type ReportedUse = z.infer<typeof ReportedUse>;

/** Reports all that a running call of an evaluation has used so far: it may never answer. */
const CallUsage = z.strictObject({
  type: z.literal('call-usage'),
  id: MessageId,
  uses: z.array(ReportedUse).check(z.maxLength(MAX_REPORTED_USES)),
});

const OptionalName = z.exactOptional(z.nullable(RecordName));

/** Requests the parameters of a call. */
export const FetchConfiguration = z.strictObject({
  type: z.literal('fetch-configuration'),
  id: MessageId,
  reference: z.strictObject({
    revision: OptionalName,
    application: OptionalName,
    variant: OptionalName,
    environment: OptionalName,
    version: z.exactOptional(z.nullable(z.int())),
  } satisfies Record<keyof ConfigurationReference, z.ZodMiniType>),
});
export type FetchConfiguration = z.infer<typeof FetchConfiguration>;

/** The requested parameters. */
export const Configuration = z.strictObject({
  type: z.literal('configuration'),
  id: MessageId,
  params: z.record(z.string(), z.unknown()),
});
export type Configuration = z.infer<typeof Configuration>;

/** Reason why the parameters cannot be provided. */
export const ConfigurationFailure = z.strictObject({
  type: z.literal('configuration-failure'),
  id: MessageId,
  code: RecordName,
  message: z.string(),
});
export type ConfigurationFailure = z.infer<typeof ConfigurationFailure>;

/** Reports that the process listens on its socket. */
const Ready = z.strictObject({ type: z.literal('ready') });

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
export const BundleMessage = z.discriminatedUnion('type', [Ready, Answers, CallUsage, FetchConfiguration]);
export type BundleMessage = z.infer<typeof BundleMessage>;

export const parseBundleCommand = createParser(BundleCommand);
const parseMessage = createParser(BundleMessage);

/**
 * Parses a line of the process of a deployed bundle. Counting values takes milliseconds, and parsing millions of them
 * would stop the service for seconds.
 *
 * @throws {InvalidMessage} when it is not such a message
 */
export function parseBundleMessage(line: string): BundleMessage {
  const excess = findExcess(line, { maxValues: CHANNEL_VALUES.most });
  if (excess === 'values') throw new InvalidMessage(`a message of more than ${formatSize(CHANNEL_VALUES)}`);
  if (excess === 'depth') throw new InvalidMessage('a message that is nested too deep');
  return parseMessage(line);
}
