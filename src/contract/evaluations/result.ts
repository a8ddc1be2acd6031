import * as z from 'zod';
import { extension } from '../endpoint/endpoint.ts';
import { JsonObject } from '../validation/fields.ts';

/** Error of a `Result`. @source seed §2.2 */
export const ResultError = z.object({
  message: z.string(),
  stacktrace: z.string().nullable().optional(),
  /** `time_limit`, `cost_limit` or `cost_unknown` if a limit stopped an evaluation. */
  code: extension(z.string().nullable().optional()),
  /** Beginning of what the model answered last, if a route failed after it called one: at most 2,000 characters. */
  model_answer: extension(z.string().nullable().optional()),
});
export type ResultError = z.infer<typeof ResultError>;

/**
 * A typed value: a status, a score, a cost in US dollars, a latency in seconds, or an error.
 *
 * @source seed §2.2
 * @remarks Our choice: `type` is status, cost (USD), latency (s), number, bool, text, object or error; clients accept
 * any string.
 */
export const Result = z.object({
  type: z.string(),
  value: z
    .union([z.string(), z.number(), z.boolean(), JsonObject, z.array(z.unknown())])
    .nullable()
    .optional(),
  error: ResultError.nullable().optional(),
});
export type Result = z.infer<typeof Result>;

/**
 * Result of an evaluator.
 *
 * @source wf
 * @remarks `cost` is the cost in US dollars of a judge's own model calls, 0 or more, and `calls` their number; null if
 * unknown, omitted if no model was called. It is not part of the cost of the evaluated call. `reason` is why the judge
 * scored so. A judge that voted several times has the mean as its score, `votes` with the scores, and their standard
 * deviation in `spread`. A score that is `reused` was stored, or computed for another row: this one paid nothing.
 */
export const JudgedResult = Result.extend({
  cost: extension(z.number().nullable().optional()),
  calls: extension(z.int().nullable().optional()),
  reason: extension(z.string().nullable().optional()),
  votes: extension(z.array(z.number()).nullable().optional()),
  spread: extension(z.number().nullable().optional()),
  reused: extension(z.boolean().nullable().optional()),
});
export type JudgedResult = z.infer<typeof JudgedResult>;

/**
 * The values of an evaluation's status. `EVALUATION_INTERRUPTED` is never stored: it is an evaluation that started and
 * that no process runs. Clients that do not send `Wf-Version` get `EVALUATION_STARTED` for it.
 *
 * @source design §5, facts §3.1
 */
export const EVALUATION_STATUSES = [
  'EVALUATION_INITIALIZED',
  'EVALUATION_STARTED',
  'EVALUATION_FINISHED',
  'EVALUATION_FINISHED_WITH_ERRORS',
  'EVALUATION_FAILED',
  'EVALUATION_AGGREGATION_FAILED',
  'EVALUATION_CANCELLED',
  'EVALUATION_INTERRUPTED',
] as const;
export type EvaluationStatus = (typeof EVALUATION_STATUSES)[number];

/**
 * Calls of one model within one call of a route, and what they cost.
 *
 * @source wf
 * @remarks `input_tokens` includes those read from or written to the provider's cache, and `output_tokens` includes
 * reasoning. `details` has those that cost more or less than text, as `input_audio_tokens`, and numbers of searches. `cost`
 * is US dollars; if it is `null`, or 0 for a model without a price, `reason` says why. `failure` says why the calls failed.
 */
export const ModelUse = z.object({
  model: z.string(),
  provider: z.string().nullable().optional(),
  calls: z.int(),
  input_tokens: z.number().nullable(),
  output_tokens: z.number().nullable(),
  cache_read_tokens: z.number().nullable().optional(),
  cache_write_tokens: z.number().nullable().optional(),
  reasoning_tokens: z.number().nullable().optional(),
  details: z.record(z.string(), z.number()).nullable().optional(),
  batch: z.boolean().nullable().optional(),
  service_tier: z.string().nullable().optional(),
  cost: z.number().nullable(),
  reason: z.string().nullable().optional(),
  failure: z.string().nullable().optional(),
});
export type ModelUse = z.infer<typeof ModelUse>;
