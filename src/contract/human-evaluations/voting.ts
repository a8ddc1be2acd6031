/** Where people vote on a human evaluation. Served next to the interface, not part of it: no key gives access. */
export const VOTING_PATH = '/voting';

/** A voter's choice between two outputs. */
export const CHOICES = ['first', 'second', 'both_good', 'both_bad'] as const;
export type Choice = (typeof CHOICES)[number];

/** Body that signs a voter in: the code of a link, and a name when the link is shared. */
export interface JoinVoting {
  readonly code: string;
  readonly name?: string;
}

/** A voter's progress. Nothing in it identifies a variant. */
export interface VotingState {
  readonly evaluation_type: string;
  readonly testset_name: string;
  /** Whether somebody closed the voting: votes and new voters are refused. */
  readonly is_closed: boolean;
  /** `null`: the link is shared, and the voter must give a name first. */
  readonly voter: string | null;
  /** Code that resumes the same voter on another device; `null` before the voter has joined. */
  readonly own_code: string | null;
  readonly total: number;
  /** Number of cases this voter voted on. */
  readonly done: number;
  /** Index, from 1, of the first case without a vote of theirs; `null`: none is left. */
  readonly next: number | null;
  readonly is_revealed: boolean;
  /** Results of the voter's own votes by variant; `null` while the variants are hidden. */
  readonly tally: readonly VotingTally[] | null;
}

/** Number of a voter's votes for one choice; for a single variant, the mean of their scores. */
export interface VotingTally {
  readonly label: string;
  readonly votes: number;
  readonly mean_score: number | null;
}

export interface VotingOutput {
  /** `''` if there is none. */
  readonly output: unknown;
  readonly state: 'made' | 'waiting' | 'failed';
  /** The variant that produced it; `null` while the variants are hidden. */
  readonly variant: string | null;
}

/** A case as one voter sees it, with the outputs in that voter's own order. */
export interface VotingCase {
  /** From 1. */
  readonly place: number;
  /** The columns that voters see. The expected answer is one only if it was chosen: it biases votes. */
  readonly inputs: readonly { readonly input_name: string; readonly input_value: unknown }[];
  readonly outputs: readonly VotingOutput[];
  readonly choice: Choice | null;
  /** 0 to 100. */
  readonly score: number | null;
  readonly note: string;
}

/** Body of a vote. An omitted field stays as it was; `null` removes it. */
export interface CastVote {
  readonly choice?: Choice | null;
  readonly score?: number | null;
  readonly note?: string;
}
