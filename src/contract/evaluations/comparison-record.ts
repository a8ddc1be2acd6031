import * as z from 'zod';
import type { Comparison } from './comparison.ts';

// Lower and upper end, as a list of numbers: the client's check of responses has no tuples.
const Interval = z.array(z.number()) as unknown as z.ZodType<[number, number]>;
const Figure = z.number().nullable();
const Judged = z.union([z.number(), z.boolean()]);
const Values = z.record(z.string(), z.unknown());

const ChangedRow = z.object({
  row: z.int(),
  metric: z.string(),
  baseline: Judged,
  candidate: Judged,
  inputs: Values,
  baseline_output: z.unknown(),
  candidate_output: z.unknown(),
});

const compared = { id: z.string(), variant: z.string() };

const ComparedMetric = z.object({
  metric: z.string(),
  kind: z.enum(['pass_fail', 'score', 'cost', 'latency']),
  goal: z.enum(['higher', 'lower']),
  pairs: z.int(),
  missing: z.int(),
  baseline: Figure,
  candidate: Figure,
  difference: Figure,
  scale: z.enum(['difference', 'ratio']),
  change: Figure,
  interval: Interval.nullable(),
  interval_level: Figure,
  gate_interval: Interval.nullable(),
  method: z.enum(['newcombe', 'betting', 'sign_flips']),
  range: Interval.nullable(),
  p_value: Figure,
  p_adjusted: Figure,
  least_pairs: z.int().nullable(),
  better: z.int(),
  worse: z.int(),
  same: z.int(),
  calls: z.object({ warm_up: z.int(), shared: z.int(), interleaved: z.int(), apart: z.int() }).nullable(),
  variance: z.number(),
  verdict: z.enum(['better', 'worse', 'no difference shown', 'too few rows', 'not interleaved', 'no data']),
});

const ComparedPoints = z.object({
  every: z.int(),
  rows: z.array(z.int()),
  candidate_rows: z.array(z.int()),
  metrics: z.array(z.object({ metric: z.string(), before: z.array(Figure), after: z.array(Figure) })),
});

/** Evaluations compared row by row with a baseline, as the service answers and `wf eval compare --json` prints. */
export const ComparisonRecord = z.object({
  baseline: z.object(compared),
  level: z.number(),
  seed: z.number(),
  group_by: z.string().optional(),
  candidates: z.array(
    z.object({
      ...compared,
      pairs: z.int(),
      only_in_baseline: z.int(),
      only_in_candidate: z.int(),
      errors: z.int(),
      metrics: z.array(ComparedMetric),
      groups: z
        .array(z.object({ value: z.unknown(), rows: z.int(), is_small: z.boolean(), metrics: z.array(ComparedMetric) }))
        .optional(),
      worse: z.array(ChangedRow),
      better: z.array(ChangedRow),
      flaky: z.int(),
      flaky_rows: z.array(
        z.object({ row: z.int(), metric: z.string(), baseline: Judged.nullable(), candidate: Judged.nullable() }),
      ),
      points: ComparedPoints.optional(),
    }),
  ),
}) satisfies z.ZodType<Comparison>;
