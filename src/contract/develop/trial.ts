import * as z from 'zod';
import { countOf, sumOf } from '../../foundation/numbers.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { JsonObject } from '../validation/fields.ts';

const Figures = { cost: z.number().nullable(), latency: z.number().nullable() };
const Score = z.union([z.boolean(), z.number(), z.string()]).nullable();

/** The answer of one configuration to one row; costs in US dollars, latencies in seconds. */
export const TrialAnswer = z.object({
  data: z.unknown(),
  /** `model_answer`: what the model answered last before the call failed. */
  error: z.object({ message: z.string(), model_answer: z.string().optional() }).nullable(),
  ...Figures,
  /** By evaluator; `null`: it could not judge the answer, or there is none. */
  scores: z.record(z.string(), Score),
});
export type TrialAnswer = z.infer<typeof TrialAnswer>;

/** A row of a trial, with an answer for each configuration. */
export const TrialRow = z.object({
  row: z.int(),
  inputs: JsonObject,
  expected: JsonObject,
  /** Whether all configurations answered the same; `null`: there is only one. */
  is_same: z.boolean().nullable(),
  answers: z.array(TrialAnswer),
});
export type TrialRow = z.infer<typeof TrialRow>;

/**
 * What a configuration answered in all: the sum of known costs, the part of it that was paid for calls without an answer, the
 * number of calls of unknown cost, and means of latencies and scores.
 */
export const TrialConfiguration = z.object({
  config: z.record(z.string(), z.unknown()),
  answered: z.int(),
  failed: z.int(),
  ...Figures,
  failed_cost: z.number().nullable(),
  unpriced: z.int(),
  scores: z.record(z.string(), z.number().nullable()),
});
export type TrialConfiguration = z.infer<typeof TrialConfiguration>;

/** Rows, run with one or more configurations that nothing stores. */
export const Trial = z.object({
  route: z.string(),
  configurations: z.array(TrialConfiguration),
  rows: z.array(TrialRow),
});
export type Trial = z.infer<typeof Trial>;

/** @throws {WF_ROUTE_FAILED} with the first failure, when more calls of a trial failed than `maximum` */
export function requireAnswered({ rows }: Trial, maximum = 0): void {
  const failures = rows.flatMap(({ row, answers }) =>
    answers.flatMap(({ error }) => (error === null ? [] : { row, ...error })),
  );
  const [first] = failures;
  if (first === undefined || failures.length <= maximum) return;
  const calls = sumOf(rows, ({ answers }) => answers.length);
  throw new UserError({
    code: 'WF_ROUTE_FAILED',
    message: `${failures.length} of ${countOf(calls, 'answer')} failed. Row ${first.row}: ${first.message}`,
  });
}
