import * as z from 'zod';
import { Instant } from '../validation/instant.ts';

/**
 * What the stored evaluations of a variant paid for calls of one model. Answers and scores that were stored before cost
 * nothing.
 *
 * @source ours
 */
export const EvaluationCost = z.object({
  app_id: z.string(),
  app_name: z.string(),
  variant_name: z.string(),
  /** `null`: nobody knows: the workflow reported a cost alone, or a judge of the author's. */
  model: z.string().nullable(),
  /** `call`: of a route; `judge`: by an evaluator. */
  kind: z.enum(['call', 'judge']),
  calls: z.int(),
  /** In US dollars: of the calls whose cost is known. */
  cost: z.number(),
  /** Calls whose cost is unknown. */
  unpriced: z.int(),
});
export type EvaluationCost = z.infer<typeof EvaluationCost>;

export const EvaluationCostQuery = z.object({
  app_id: z.string().optional(),
  /** Only evaluations that were started since this time. */
  since: Instant.optional(),
});

/** What evaluations paid, of one app, variant, model and kind, as far as these were asked for. */
export const CostSum = z.object({
  app: z.string().nullable().optional(),
  variant: z.string().nullable().optional(),
  model: z.string().nullable().optional(),
  kind: z.string().nullable().optional(),
  calls: z.int(),
  /** In US dollars: of the calls whose cost is known. */
  cost: z.number(),
  /** Calls whose cost is unknown. */
  unpriced: z.int(),
});
export type CostSum = z.infer<typeof CostSum>;

/** What costs can be added up by. */
export const COST_GROUPS = ['app', 'variant', 'model', 'kind'] as const;
export type CostGroup = (typeof COST_GROUPS)[number];
