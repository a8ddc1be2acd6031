import type { HumanEvaluationScenario } from '../../contract/human-evaluations/human-scenario.ts';
import type { CaseVotes, HumanVote } from '../../contract/human-evaluations/human-vote.ts';

/** A case with all votes on it. */
export interface HumanCase {
  readonly scenario: HumanEvaluationScenario;
  /** Without votes that have only a note. */
  readonly votes: readonly HumanVote[];
}

/**
 * Joins votes with their cases; both are in the order of the test set.
 *
 * @yields each case
 */
export async function* joinVotes(
  scenarios: AsyncIterable<HumanEvaluationScenario>,
  votes: AsyncIterable<CaseVotes>,
): AsyncGenerator<HumanCase> {
  const iterator = votes[Symbol.asyncIterator]();
  try {
    for await (const scenario of scenarios) {
      const next = await iterator.next();
      const given = next.done === true || next.value.scenario_id !== scenario.id ? [] : next.value.votes;
      yield { scenario, votes: given.filter(({ vote, score }) => vote !== '' || score !== '') };
    }
  } finally {
    await iterator.return?.();
  }
}

/**
 * Reads cases from a service that sends one vote or score per case, and nobody's name.
 *
 * @yields each case; its only vote counts as blind, because nothing says otherwise
 */
export async function* readCases(scenarios: AsyncIterable<HumanEvaluationScenario>): AsyncGenerator<HumanCase> {
  for await (const scenario of scenarios) {
    const { vote, score, note } = scenario;
    const isVoted = vote !== '' || score !== '';
    const only = { voter_id: '', vote, score, note, is_blind: true, updated_at: '' };
    yield { scenario, votes: isVoted ? [only] : [] };
  }
}
