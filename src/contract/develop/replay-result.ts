import * as z from 'zod';
import { RouteAnswer } from '../deployments/route-schema.ts';
import { Parameters } from '../variants/variant.ts';
import type { DeepReadonly } from '../../foundation/record.ts';
import { WordChanges } from './configuration-diff.ts';

/** A call that was made again, with one configuration. */
const Replayed = z.object({
  label: z.string(),
  variant_name: z.string(),
  artifact_sha256: z.string(),
  deployment: z.string(),
  /** Those that somebody set, and the code's defaults. */
  parameters: Parameters,
  set_parameters: Parameters,
  /** `null`: the call failed. */
  answer: RouteAnswer.nullable(),
  error: z.object({ message: z.string() }).nullable(),
  /** In US dollars; `null` when unknown. */
  cost: z.number().nullable(),
  /** In seconds; `null` when unknown. */
  latency: z.number().nullable(),
});
export type Replayed = DeepReadonly<z.infer<typeof Replayed>>;

/** What `wf replay --json` prints. */
export const RouteReplay = z.object({
  route: z.string(),
  inputs: z.record(z.string(), z.unknown()),
  replayed: Replayed,
  compared_with: Replayed.nullable(),
  /** Whether both answered the same; `null` when only one ran. */
  is_same: z.boolean().nullable(),
  /** Word diff of texts or indented JSON; `null` if there is nothing to compare or almost everything differs. */
  words: WordChanges.nullable(),
  /** Variables that the service sets for the code but that are missing here. */
  missing_variables: z.array(z.string()),
});
export type RouteReplay = DeepReadonly<z.infer<typeof RouteReplay>>;
