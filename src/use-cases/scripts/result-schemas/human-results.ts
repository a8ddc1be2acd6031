import * as z from 'zod';
import type { HumanSummary } from '../../../contract/human-evaluations/human-summary.ts';
import { HumanEvaluation } from '../../../contract/human-evaluations/human-evaluation.ts';
import { HumanOutputs, HumanVoter } from '../../../contract/human-evaluations/human-vote.ts';
import type { ShownHumanEvaluation } from '../../human-evaluations/show-human-evaluation.ts';

const Interval = z.tuple([z.number(), z.number()]).nullable();
const Figure = z.number().nullable();

const ShownResult = z.object({
  ...HumanEvaluation.shape,
  link: z.string().nullable(),
  outputs: z.array(HumanOutputs),
  voters: z.array(z.object({ ...HumanVoter.shape, link: z.string().nullable() })),
  lacking: z.array(z.string()).optional(),
}) satisfies z.ZodType<ShownHumanEvaluation>;

const Judge = z.object({
  against: z.array(z.string()),
  human_labels: z.array(z.string()),
  judge_labels: z.array(z.string()),
  table: z.array(z.array(z.int())),
  cases: z.int(),
  unpaired: z.int(),
  undecided: z.int(),
  agreement: Figure,
  interval: Interval,
  kappa: Figure,
  kappa_interval: Interval,
});

const Kappa = z.object({
  statistic: z.enum(['cohen_kappa', 'fleiss_kappa']),
  value: z.number(),
  interval: Interval,
  cases: z.int(),
  votes: z.int(),
});

const SummaryResult = z.object({
  id: z.string(),
  evaluation_type: z.string(),
  status: z.string(),
  level: z.number(),
  seed: z.number(),
  rows: z.int(),
  voted: z.int(),
  votes: z.int(),
  not_blind: z.int(),
  method: z.enum(['wilson', 'student', 'bootstrap']),
  choices: z.array(
    z.object({ vote: z.string(), label: z.string(), votes: z.int(), share: Figure, interval: Interval }),
  ),
  preference: z.object({ first: z.int(), second: z.int(), neither: z.int(), p_value: Figure }).nullable(),
  score: z.object({ mean: Figure, interval: Interval, least: Figure, greatest: Figure }).nullable(),
  voters: z.array(z.object({ id: z.string(), name: z.string(), votes: z.int(), not_blind: z.int() })),
  agreement: z
    .object({
      statistic: z.literal('krippendorff_alpha'),
      measurement: z.enum(['nominal', 'ordinal', 'interval']),
      value: Figure,
      interval: Interval,
      cases: z.int(),
      voters: z.int(),
      reason: z.string().nullable(),
      kappas: z.array(Kappa),
    })
    .nullable(),
  judges: z.array(Judge),
  lacking: z.array(z.string()).optional(),
}) satisfies z.ZodType<HumanSummary>;

/** Schemas of `--json` output: human evaluations. */
export const HUMAN_RESULTS = {
  'human-eval create': ShownResult.extend({ warning: z.string().optional() }),
  'human-eval list': z.array(HumanEvaluation),
  'human-eval show': ShownResult,
  'human-eval results': SummaryResult,
  'human-eval delete': HumanEvaluation.extend({ warning: z.string().optional() }),
};
