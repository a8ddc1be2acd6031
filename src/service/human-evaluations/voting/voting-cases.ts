import { sumOf } from '../../../foundation/numbers.ts';
import {
  changeVote,
  countOpen,
  countVotes,
  findVote,
  type HumanVoterRow,
  markRevealed,
} from '../queries/human-votes.ts';
import * as z from 'zod';
import {
  CHOICES,
  type CastVote,
  type VotingCase,
  type VotingState,
  type Choice,
  type VotingTally,
} from '../../../contract/human-evaluations/voting.ts';
import { userError } from '../../../foundation/errors/wf-error.ts';
import { invalidField } from '../../operation/invalid-field.ts';
import { type Db, fromJson } from '../../store/schema.ts';
import { type HumanEvaluationRow, variantsOf } from '../queries/human-evaluations.ts';
import { type HumanScenarioRow, readCases, findHumanScenarioAt } from '../queries/human-scenarios.ts';
import { createHash } from 'node:crypto';
import { BOTH_BAD, BOTH_GOOD } from '../../../contract/human-evaluations/human-evaluation.ts';
import { NOTE_LENGTH } from '../../../foundation/sizes.ts';

export interface Voting {
  readonly evaluation: HumanEvaluationRow;
  readonly voter: HumanVoterRow;
}

export const CastVoteBody = z.strictObject({
  choice: z.enum(CHOICES).nullable().optional(),
  score: z.number().min(0).max(100).nullable().optional(),
  note: z.string().max(NOTE_LENGTH.most).optional(),
});

/** Reads a voter's progress. @param voter - `null`: a person who has not given a name yet */
export async function readState(
  db: Db,
  { evaluation, voter }: { readonly evaluation: HumanEvaluationRow; readonly voter: HumanVoterRow | null },
  ownCode: string | null,
): Promise<VotingState> {
  const { total, open, next } = await countOpen(db, evaluation.id, voter?.id ?? '');
  const isRevealed = voter !== null && voter.revealed_at !== null;
  return {
    evaluation_type: evaluation.evaluation_type,
    testset_name: evaluation.testset_name,
    is_closed: evaluation.closed_at !== null,
    voter: voter?.name ?? null,
    own_code: ownCode,
    total,
    done: total - open,
    next: next === null ? null : next + 1,
    is_revealed: isRevealed,
    tally: isRevealed ? await readTally(db, evaluation, voter.id) : null,
  };
}

/** Reads a case. Which variant is which stays hidden until the voter asks for it. */
export async function readCase(db: Db, voting: Voting, place: number): Promise<VotingCase> {
  const { evaluation, voter } = voting;
  const scenario = await requirePlace(db, evaluation.id, place);
  const [found] = await readCases(db, [scenario]);
  const vote = await findVote(db, scenario.id, voter.id);
  const seen = seenIn(voting, scenario);
  const names = variantLabels(evaluation);
  return {
    place,
    inputs: fromJson<VotingCase['inputs']>(scenario.inputs),
    outputs: seen.map((id) => {
      const output = found?.outputs.find(({ variant_id }) => variant_id === id);
      const text = output?.variant_output ?? '';
      // An error message could name the variant, so only the failure itself is shown.
      const state = output?.error != null ? 'failed' : text === '' && output?.isWaiting === true ? 'waiting' : 'made';
      return { output: text, state, variant: voter.revealed_at === null ? null : (names.get(id) ?? null) };
    }),
    choice: toChoice(vote?.vote ?? '', seen),
    score: vote === undefined || vote.score === '' ? null : Number(vote.score),
    note: vote?.note ?? '',
  };
}

/** @throws {WF_INVALID_INPUT} for a choice where a score is expected, or the reverse */
export async function castVote(db: Db, voting: Voting, place: number, body: CastVote, now: string): Promise<void> {
  const { evaluation, voter } = voting;
  requireKind(evaluation, body);
  const scenario = await requirePlace(db, evaluation.id, place);
  await changeVote(db, scenario, voter.id, {
    ...(body.choice === undefined ? {} : { vote: toVote(body.choice, seenIn(voting, scenario)) }),
    ...(body.score === undefined ? {} : { score: String(body.score ?? '') }),
    ...(body.note === undefined ? {} : { note: body.note }),
    is_blind: voter.revealed_at === null ? 1 : 0,
    updated_at: now,
  });
}

/** Reveals to a voter which variant is which. Their later votes do not count as blind. */
export async function reveal(db: Db, { voter }: Voting, now: string): Promise<void> {
  await markRevealed(db, voter.id, now);
}

function seenIn({ evaluation, voter }: Voting, { id }: HumanScenarioRow): readonly string[] {
  const ids = variantsOf(evaluation).map((variant) => variant.id);
  return seenOrder(ids, voter.id, id);
}

async function requirePlace(db: Db, evaluationId: string, place: number): Promise<HumanScenarioRow> {
  const isPosition = Number.isSafeInteger(place) && place < 2 ** 31;
  const found = isPosition ? await findHumanScenarioAt(db, evaluationId, place - 1) : null;
  if (found !== null) return found;
  throw userError('WF_NOT_FOUND', `There is no case ${place} to vote on.`);
}

function requireKind({ evaluation_type }: HumanEvaluationRow, body: CastVote): void {
  const isComparison = evaluation_type === 'human_a_b_testing';
  const [wrong, right] = isComparison ? (['score', 'choice'] as const) : (['choice', 'score'] as const);
  if (!(wrong in body)) return;
  const msg = `This evaluation asks for a ${right}`;
  throw invalidField(['body', wrong], msg, 'value_error');
}

/** Answers whether a voter sees the outputs in reverse order: pseudo-random, and always the same. */
export function isSwapped(voterId: string, scenarioId: string): boolean {
  return createHash('sha256').update(`${voterId} ${scenarioId}`).digest().readUInt8() % 2 === 1;
}

/** Lists the variants' ids in the order in which the voter sees their outputs. */
export function seenOrder(variantIds: readonly string[], voterId: string, scenarioId: string): readonly string[] {
  return isSwapped(voterId, scenarioId) ? variantIds.toReversed() : variantIds;
}

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

export function toChoice(vote: string, seen: readonly string[]): Choice | null {
  if (vote === '') return null;
  if (vote === BOTH_GOOD) return 'both_good';
  if (vote === BOTH_BAD) return 'both_bad';
  return vote === seen[0] ? 'first' : 'second';
}

function variantLabels(evaluation: HumanEvaluationRow): ReadonlyMap<string, string> {
  return new Map(variantsOf(evaluation).map(({ id, name, revision }) => [id, `${name}@${revision}`]));
}

async function readTally(db: Db, evaluation: HumanEvaluationRow, voterId: string): Promise<VotingTally[]> {
  const counted = await countVotes(db, 'voter_id', voterId);
  const labels = variantLabels(evaluation);
  if (evaluation.evaluation_type === 'single_model_test') {
    const scores = counted.filter(({ score }) => score !== '');
    const votes = sumOf(scores, (row) => row.votes);
    const total = sumOf(scores, ({ score, votes: times }) => Number(score) * times);
    return [...labels.values()].map((label) => ({ label, votes, mean_score: votes === 0 ? null : total / votes }));
  }
  const choices = [...labels, [BOTH_GOOD, 'Both good'] as const, [BOTH_BAD, 'Both bad'] as const];
  return choices.map(([vote, label]) => {
    const given = counted.filter((row) => row.vote === vote);
    return { label, votes: sumOf(given, (row) => row.votes), mean_score: null };
  });
}
