/** Where people vote on a human evaluation. Served beside the interface, not part of it: no key leads there. */
export const VOTING_PATH = '/voting';

/** What a voter says of two outputs side by side. */
export const CHOICES = ['first', 'second', 'both_good', 'both_bad'] as const;
export type Choice = (typeof CHOICES)[number];

/** Body that lets somebody in: the code of a link, and a name when the link is everybody's. */
export interface JoinVoting {
  readonly code: string;
  readonly name?: string;
}

/** Where a voter is. Nothing in it tells one variant from the other. */
export interface VotingState {
  readonly evaluation_type: string;
  readonly testset_name: string;
  /** `null`: the link is everybody's, and a name is wanted first. */
  readonly voter: string | null;
  /** Opens the same voter's place on another device; `null` before there is one. */
  readonly own_code: string | null;
  readonly total: number;
  /** Cases this voter voted on. */
  readonly done: number;
  /** The first case without a vote of theirs, from 1; `null`: none is left. */
  readonly next: number | null;
  readonly is_revealed: boolean;
  /** What the voter's own votes come to, by variant; `null` while it is not told which is which. */
  readonly tally: readonly VotingTally[] | null;
}

/** How often a voter gave a vote; of a single variant, the mean of their scores. */
export interface VotingTally {
  readonly label: string;
  readonly votes: number;
  readonly mean_score: number | null;
}

export interface VotingOutput {
  /** `''` without one. */
  readonly output: unknown;
  readonly state: 'made' | 'waiting' | 'failed';
  /** Which variant made it; `null` while that is not told. */
  readonly variant: string | null;
}

/** A case as one voter sees it: the outputs in an order that is theirs. */
export interface VotingCase {
  /** From 1. */
  readonly place: number;
  readonly inputs: readonly { readonly input_name: string; readonly input_value: unknown }[];
  readonly correct_answer: string | null;
  readonly outputs: readonly VotingOutput[];
  readonly choice: Choice | null;
  /** 0 to 100. */
  readonly score: number | null;
  readonly note: string;
}

/** Body of a vote. What is left out stays as it was; `null` takes it back. */
export interface CastVote {
  readonly choice?: Choice | null;
  readonly score?: number | null;
  readonly note?: string;
}
