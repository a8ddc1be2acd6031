import { createHash } from 'node:crypto';
import { BOTH_BAD, BOTH_GOOD } from '../../../contract/human-evaluations/human-vote.ts';
import type { Choice } from '../../../contract/human-evaluations/voting.ts';

/**
 * Answers whether a voter sees a case's outputs in reverse order: pseudo-random, unknown to the voter, and always the
 * same.
 */
export function isSwapped(voterId: string, scenarioId: string): boolean {
  return createHash('sha256').update(`${voterId} ${scenarioId}`).digest().readUInt8() % 2 === 1;
}

/** Lists the variants' ids in the order in which the voter sees their outputs. */
export function seenOrder(variantIds: readonly string[], voterId: string, scenarioId: string): readonly string[] {
  return isSwapped(voterId, scenarioId) ? variantIds.toReversed() : variantIds;
}

/** Converts a choice to the stored vote. */
export function toVote(choice: Choice | null, seen: readonly string[]): string {
  switch (choice) {
    case null:
      return '';
    case 'first':
      return seen[0] ?? '';
    case 'second':
      return seen[1] ?? '';
    case 'both_good':
      return BOTH_GOOD;
    case 'both_bad':
      return BOTH_BAD;
  }
}

/** Converts a stored vote to the choice as the voter saw it. */
export function toChoice(vote: string, seen: readonly string[]): Choice | null {
  if (vote === '') return null;
  if (vote === BOTH_GOOD) return 'both_good';
  if (vote === BOTH_BAD) return 'both_bad';
  return vote === seen[0] ? 'first' : 'second';
}
