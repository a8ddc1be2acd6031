import type { HumanEvaluationScenario } from '../../contract/human-evaluations/human-scenario.ts';
import type { CaseVotes, HumanVote } from '../../contract/human-evaluations/human-vote.ts';

/** A case with everybody's votes on it. */
export interface HumanCase {
  readonly scenario: HumanEvaluationScenario;
  /** Those that say something; a note alone is no vote. */
  readonly votes: readonly HumanVote[];
}

/**
 * Puts the votes to their cases; both come in the order of the test set.
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
