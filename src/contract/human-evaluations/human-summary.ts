import type { IntervalEnds } from '../evaluations/comparison.ts';

/** Number of votes for one choice. */
export interface ChoiceSummary {
  /** A variant's id, `"1"` for both good, `"0"` for both bad. */
  readonly vote: string;
  readonly label: string;
  readonly votes: number;
  /** Share of all votes; `null` if there are none. */
  readonly share: number | null;
  readonly interval: IntervalEnds | null;
}

/** Which of two variants people prefer, case by case. */
export interface PreferenceSummary {
  /** Cases where more people preferred the first variant than the second. */
  readonly first: number;
  readonly second: number;
  /** Cases with votes where neither was preferred. */
  readonly neither: number;
  /** p-value of the exact sign test; `null` if no case shows a preference. */
  readonly p_value: number | null;
}

export interface ScoreSummary {
  readonly mean: number | null;
  readonly interval: IntervalEnds | null;
  readonly least: number | null;
  readonly greatest: number | null;
}

/** Agreement between people, corrected for chance: Krippendorff's alpha, which needs no complete votes. */
export interface AgreementSummary {
  readonly statistic: 'krippendorff_alpha';
  /** What differences between votes or scores mean. */
  readonly measurement: 'nominal' | 'ordinal' | 'interval';
  readonly value: number | null;
  /** From a bootstrap over cases; `null` where the cases do not differ enough to say. */
  readonly interval: IntervalEnds | null;
  /** Number of cases that count: those with two or more votes. */
  readonly cases: number;
  readonly voters: number;
  /** Reason why there is no value. */
  readonly reason: string | null;
  /** Kappas of votes, for comparison with published ones; they count complete cases only. */
  readonly kappas: readonly KappaSummary[];
}

export interface KappaSummary {
  /** Cohen's with two voters, Fleiss' with more. */
  readonly statistic: 'cohen_kappa' | 'fleiss_kappa';
  readonly value: number;
  readonly interval: IntervalEnds | null;
  /** Number of cases that count: those with the same number of votes as most. */
  readonly cases: number;
  /** Votes on each of these cases. */
  readonly votes: number;
}

export interface VoterSummary {
  readonly id: string;
  readonly name: string;
  readonly votes: number;
  /** Number of votes cast after the voter saw which variant is which. */
  readonly not_blind: number;
}

/** An evaluator's verdicts compared with people's, on the same outputs. */
export interface JudgeSummary {
  /** `EVALUATION:EVALUATOR`, one per variant that is judged. */
  readonly against: readonly string[];
  readonly human_labels: readonly string[];
  readonly judge_labels: readonly string[];
  /** Number of cases by people's label (rows) and the evaluator's label (columns). */
  readonly table: readonly (readonly number[])[];
  readonly cases: number;
  /** Cases with votes whose inputs and output match no row of the evaluation. */
  readonly unpaired: number;
  /** Matched cases on which people disagree, or which the evaluator could not judge. */
  readonly undecided: number;
  /** Share of cases with the same verdict; `null` when the verdicts are of different kinds. */
  readonly agreement: number | null;
  readonly interval: IntervalEnds | null;
  readonly kappa: number | null;
  readonly kappa_interval: IntervalEnds | null;
}

/** Summary of people's votes. */
export interface HumanSummary {
  readonly id: string;
  readonly evaluation_type: string;
  readonly status: string;
  /** Confidence level of the intervals. */
  readonly level: number;
  /** Seed of the bootstrap. */
  readonly seed: number;
  readonly rows: number;
  /** Cases with at least one vote. */
  readonly voted: number;
  readonly votes: number;
  readonly not_blind: number;
  /** Method of the intervals: from single votes, or over cases when several people voted on one case. */
  readonly method: 'wilson' | 'student' | 'bootstrap';
  /** For `human_a_b_testing`; empty otherwise. */
  readonly choices: readonly ChoiceSummary[];
  readonly preference: PreferenceSummary | null;
  /** For `single_model_test`. */
  readonly score: ScoreSummary | null;
  readonly voters: readonly VoterSummary[];
  /** `null` when fewer than two people voted. */
  readonly agreement: AgreementSummary | null;
  readonly judges: readonly JudgeSummary[];
  /** What the service does not have; omitted: nothing. */
  readonly lacking?: readonly string[] | undefined;
}
