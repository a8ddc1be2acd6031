import * as z from 'zod';
import { HumanSummary } from '../../../contract/human-evaluations/human-summary.ts';
import { HumanEvaluation } from '../../../contract/human-evaluations/human-evaluation.ts';
import { HumanOutputs, HumanVoter } from '../../../contract/human-evaluations/human-vote.ts';
import type { ShownHumanEvaluation } from '../../human-evaluations/find-human-evaluations.ts';

const ShownResult = z.object({
  ...HumanEvaluation.shape,
  link: z.string().nullable(),
  outputs: z.array(HumanOutputs),
  voters: z.array(z.object({ ...HumanVoter.shape, link: z.string().nullable() })),
  lacking: z.array(z.string()).optional(),
}) satisfies z.ZodType<ShownHumanEvaluation>;

/** Schemas of `--json` output: human evaluations. */
export const HUMAN_RESULTS = {
  'human-eval create': ShownResult.extend({ warning: z.string().optional() }),
  'human-eval list': z.array(HumanEvaluation),
  'human-eval show': ShownResult,
  'human-eval results': HumanSummary,
  'human-eval delete': HumanEvaluation.extend({ warning: z.string().optional() }),
};
