/** One person's vote on a case. */
export interface GivenVote {
  /** `''`: none. */
  readonly vote: string;
  /** A number, or `''`: none. */
  readonly score: string;
  readonly updated_at: string;
}

/** Finds the most frequent vote, the newest among equals, and of those the first; `''` without any. */
export function combineVotes(votes: readonly GivenVote[]): string {
  const tally = new Map<string, { count: number; newest: string }>();
  for (const { vote, updated_at } of votes) {
    if (vote === '') continue;
    const { count, newest } = tally.get(vote) ?? { count: 0, newest: '' };
    tally.set(vote, { count: count + 1, newest: updated_at > newest ? updated_at : newest });
  }
  let most = { vote: '', count: 0, newest: '' };
  for (const [vote, { count, newest }] of tally) {
    if (count > most.count || (count === most.count && newest > most.newest)) most = { vote, count, newest };
  }
  return most.vote;
}

/** Computes the mean of the scores, as text; `''` without any. */
export function combineScores(votes: readonly GivenVote[]): string {
  const scores = votes.filter(({ score }) => score !== '').map(({ score }) => Number(score));
  if (scores.length === 0) return '';
  return String(Number((scores.reduce((sum, score) => sum + score, 0) / scores.length).toPrecision(12)));
}
