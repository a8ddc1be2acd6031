import * as z from 'zod/mini';
import { BATCH_SIZE } from './limits.ts';
import { CallText, MessageId, RecordName } from './message-fields.ts';

/** A call of a route. */
export const RouteCall = z.strictObject({
  id: MessageId,
  path: RecordName,
  /** JSON. */
  body: CallText,
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
export const Calls = z.strictObject({
  type: z.literal('calls'),
  calls: z.array(RouteCall).check(z.minLength(1), z.maxLength(BATCH_SIZE)),
});
export type Calls = z.infer<typeof Calls>;

/** Cancels a call, because its caller has disconnected. */
export const CancelCall = z.strictObject({ type: z.literal('cancel-call'), id: MessageId });

/** Answer to a call. */
export const RouteAnswer = z.strictObject({
  id: MessageId,
  status: z.int().check(z.gte(100), z.lte(599)),
  text: CallText,
  /** The header `Retry-After`. */
  retryAfter: z.nullable(RecordName),
  /** The answer is long: instead of its text, it waits under this name at `MAX_CACHED_ANSWERS` on the process's socket. */
  keptAs: z.optional(z.uuid()),
});
export type RouteAnswer = z.infer<typeof RouteAnswer>;

/** Answers to calls, in the order in which they finished. */
export const Answers = z.strictObject({
  type: z.literal('answers'),
  answers: z.array(RouteAnswer).check(z.minLength(1), z.maxLength(BATCH_SIZE)),
});
export type Answers = z.infer<typeof Answers>;
