import * as z from 'zod';
import type { DeepReadonly } from '../../foundation/record.ts';
import { IntervalEnds } from '../evaluations/comparison.ts';

/** Number of votes for one choice. */
export const ChoiceSummary = z.object({
  /** A variant's id, `"1"` for both good, `"0"` for both bad. */
  vote: z.string(),
  label: z.string(),
  votes: z.int(),
  /** Share of all votes; `null` if there are none. */
  share: z.number().nullable(),
  interval: IntervalEnds.nullable(),
});
export type ChoiceSummary = DeepReadonly<z.output<typeof ChoiceSummary>>;

/** Which of two variants people prefer, case by case. */
export const PreferenceSummary = z.object({
  /** Cases where more people preferred the first variant than the second. */
  first: z.int(),
  second: z.int(),
  /** Cases with votes where neither was preferred. */
  neither: z.int(),
  /** p-value of the exact sign test; `null` if no case shows a preference. */
  p_value: z.number().nullable(),
});
export type PreferenceSummary = DeepReadonly<z.output<typeof PreferenceSummary>>;

export const ScoreSummary = z.object({
  mean: z.number().nullable(),
  interval: IntervalEnds.nullable(),
  least: z.number().nullable(),
  greatest: z.number().nullable(),
});
export type ScoreSummary = DeepReadonly<z.output<typeof ScoreSummary>>;

export const KappaSummary = z.object({
  /** Cohen's with two voters, Fleiss' with more. */
  statistic: z.enum(['cohen_kappa', 'fleiss_kappa']),
  value: z.number(),
  interval: IntervalEnds.nullable(),
  /** Number of cases that count: those with the same number of votes as most. */
  cases: z.int(),
  /** Votes on each of these cases. */
  votes: z.int(),
});
export type KappaSummary = DeepReadonly<z.output<typeof KappaSummary>>;

/** Agreement between people, corrected for chance: Krippendorff's alpha, which needs no complete votes. */
export const AgreementSummary = z.object({
  statistic: z.literal('krippendorff_alpha'),
  /** What differences between votes or scores mean. */
  measurement: z.enum(['nominal', 'ordinal', 'interval']),
  value: z.number().nullable(),
  /** From a bootstrap over cases; `null` where the cases do not differ enough to say. */
  interval: IntervalEnds.nullable(),
  /** Number of cases that count: those with two or more votes. */
  cases: z.int(),
  voters: z.int(),
  /** Reason why there is no value. */
  reason: z.string().nullable(),
  /** Kappas of votes, for comparison with published ones; they count complete cases only. */
  kappas: z.array(KappaSummary),
});
export type AgreementSummary = DeepReadonly<z.output<typeof AgreementSummary>>;

export const VoterSummary = z.object({
  id: z.string(),
  name: z.string(),
  votes: z.int(),
  /** Number of votes cast after the voter saw which variant is which. */
  not_blind: z.int(),
});
export type VoterSummary = DeepReadonly<z.output<typeof VoterSummary>>;

/** An evaluator's verdicts compared with people's, on the same outputs. */
export const JudgeSummary = z.object({
  /** `EVALUATION:EVALUATOR`, one per variant that is judged. */
  against: z.array(z.string()),
  human_labels: z.array(z.string()),
  judge_labels: z.array(z.string()),
  /** Number of cases by people's label (rows) and the evaluator's label (columns). */
  table: z.array(z.array(z.int())),
  cases: z.int(),
  /** Cases with votes whose inputs and output match no row of the evaluation. */
  unpaired: z.int(),
  /** Matched cases on which people disagree, or which the evaluator could not judge. */
  undecided: z.int(),
  /** Share of cases with the same verdict; `null` when the verdicts are of different kinds. */
  agreement: z.number().nullable(),
  interval: IntervalEnds.nullable(),
  kappa: z.number().nullable(),
  kappa_interval: IntervalEnds.nullable(),
});
export type JudgeSummary = DeepReadonly<z.output<typeof JudgeSummary>>;

/** Summary of people's votes. */
export const HumanSummary = z.object({
  id: z.string(),
  evaluation_type: z.string(),
  status: z.string(),
  /** Confidence level of the intervals. */
  level: z.number(),
  /** Seed of the bootstrap. */
  seed: z.number(),
  rows: z.int(),
  /** Cases with at least one vote. */
  voted: z.int(),
  votes: z.int(),
  not_blind: z.int(),
  /** Method of the intervals: from single votes, or over cases when several people voted on one case. */
  method: z.enum(['clopper_pearson', 'student', 'bootstrap']),
  /** For `human_a_b_testing`; empty otherwise. */
  choices: z.array(ChoiceSummary),
  preference: PreferenceSummary.nullable(),
  /** For `single_model_test`. */
  score: ScoreSummary.nullable(),
  voters: z.array(VoterSummary),
  /** `null` when fewer than two people voted. */
  agreement: AgreementSummary.nullable(),
  judges: z.array(JudgeSummary),
  /** What the service does not have; omitted: nothing. */
  lacking: z.array(z.string()).optional(),
});
export type HumanSummary = DeepReadonly<z.output<typeof HumanSummary>>;
