import * as z from 'zod';
import { RouteAnswer } from '../../../contract/deployments/route-schema.ts';
import { Parameters } from '../../../contract/variants/variant.ts';
import type { RouteReplay } from '../../develop/replay-route.ts';

const ReplayedResult = z.object({
  label: z.string(),
  variant_name: z.string(),
  artifact_sha256: z.string(),
  deployment: z.string(),
  parameters: Parameters,
  answer: RouteAnswer.nullable(),
  error: z.object({ message: z.string() }).nullable(),
  cost: z.number().nullable(),
  latency: z.number().nullable(),
});

/** Schema of `wf replay --json`. */
export const ReplayResult = z.object({
  route: z.string(),
  inputs: z.record(z.string(), z.unknown()),
  replayed: ReplayedResult,
  compared_with: ReplayedResult.nullable(),
  is_same: z.boolean().nullable(),
  words: z.array(z.object({ kind: z.enum(['same', 'removed', 'added']), text: z.string() })).nullable(),
  missing_variables: z.array(z.string()),
}) satisfies z.ZodType<RouteReplay>;
