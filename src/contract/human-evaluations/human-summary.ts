import type { IntervalEnds } from '../evaluations/comparison.ts';

/** How often people gave one vote. */
export interface ChoiceSummary {
  /** A variant's id, `"1"` for both good, `"0"` for both bad. */
  readonly vote: string;
  readonly label: string;
  readonly votes: number;
  /** Of all votes; `null` without any. */
  readonly share: number | null;
  readonly interval: IntervalEnds | null;
}

/** Which of two variants people prefer, case by case. */
export interface PreferenceSummary {
  /** Cases where more people preferred the first variant than the second. */
  readonly first: number;
  readonly second: number;
  /** Voted cases where neither was preferred. */
  readonly neither: number;
  /** Of the exact sign test; `null` when no case tells them apart. */
  readonly p_value: number | null;
}

export interface ScoreSummary {
  readonly mean: number | null;
  readonly interval: IntervalEnds | null;
  readonly least: number | null;
  readonly greatest: number | null;
}

/** How far people agree beyond chance. */
export interface AgreementSummary {
  readonly statistic: 'cohen_kappa' | 'fleiss_kappa' | 'krippendorff_alpha';
  readonly value: number | null;
  readonly interval: IntervalEnds | null;
  /** Cases it is over: those that all of them voted on; for scores, that two or more did. */
  readonly cases: number;
  readonly voters: number;
  /** Why there is no value. */
  readonly reason: string | null;
}

export interface VoterSummary {
  readonly id: string;
  readonly name: string;
  readonly votes: number;
  /** Votes given while it was known which variant is which. */
  readonly not_blind: number;
}

/** An evaluator's verdicts beside people's, on the same outputs. */
export interface JudgeSummary {
  /** `EVALUATION:EVALUATOR`, one per variant that is judged. */
  readonly against: readonly string[];
  readonly human_labels: readonly string[];
  readonly judge_labels: readonly string[];
  /** Cases, by what people said (rows) and what the evaluator said (columns). */
  readonly table: readonly (readonly number[])[];
  readonly cases: number;
  /** Voted cases that no row of the evaluation has the same inputs and output as. */
  readonly unpaired: number;
  /** Paired cases that people are split on, or that the evaluator could not judge. */
  readonly undecided: number;
  /** Share of cases with the same verdict; `null` where the verdicts are not of one kind. */
  readonly agreement: number | null;
  readonly interval: IntervalEnds | null;
  readonly kappa: number | null;
  readonly kappa_interval: IntervalEnds | null;
}

/** What people's votes come to. */
export interface HumanSummary {
  readonly id: string;
  readonly evaluation_type: string;
  readonly status: string;
  /** Of the intervals. */
  readonly level: number;
  /** Of the bootstrap. */
  readonly seed: number;
  readonly rows: number;
  /** Cases that somebody voted on. */
  readonly voted: number;
  readonly votes: number;
  readonly not_blind: number;
  /** Of intervals: from single votes, or over cases where several people voted on one. */
  readonly method: 'wilson' | 'student' | 'bootstrap';
  /** Of `human_a_b_testing`; empty otherwise. */
  readonly choices: readonly ChoiceSummary[];
  readonly preference: PreferenceSummary | null;
  /** Of `single_model_test`. */
  readonly score: ScoreSummary | null;
  readonly voters: readonly VoterSummary[];
  /** `null` when fewer than two people voted. */
  readonly agreement: AgreementSummary | null;
  readonly judges: readonly JudgeSummary[];
}
