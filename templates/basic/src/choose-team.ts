import type { TeamScore } from './score-teams.ts';

export interface Choosing {
  /** The score a team needs to get the message. */
  readonly threshold: number;
  /** Whether a tie goes to the team mentioned last (messages end with the request) or to the fallback. */
  readonly breakTies: boolean;
  /** The team for messages that no team clearly wins. */
  readonly fallback: string;
}

/** Picks the team from scores that are sorted, best first. */
export function chooseTeam(scores: readonly TeamScore[], { threshold, breakTies, fallback }: Choosing): string {
  const [best, second] = scores;
  if (best === undefined || best.score < threshold) return fallback;
  if (best.score === second?.score && !breakTies) return fallback;
  return best.team;
}
