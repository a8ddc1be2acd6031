import { findNameLike, requireNewName } from '../../store/names/require-new-name.ts';
import { sql } from 'kysely';
import type { EvaluationStatus } from '../../../contract/evaluations/result.ts';
import { inBatches } from '../../store/insert-rows.ts';
import type { Database, Db } from '../../store/schema.ts';
import { v7 as newId } from 'uuid';
import { userError } from '../../../foundation/errors/wf-error.ts';
import type { Principal } from '../../operation/operation.ts';

export type HumanVoteRow = Database['human_votes'];

/** Matches rows with a vote or a score: a note alone is neither. */
const IS_GIVEN = sql<boolean>`(human_votes.vote <> '' or human_votes.score <> '')`;

export async function findVote(db: Db, scenarioId: string, voterId: string): Promise<HumanVoteRow | undefined> {
  return (await readVotesOn(db, [scenarioId])).get(scenarioId)?.find(({ voter_id }) => voter_id === voterId);
}

/**
 * Refuses votes and voters of an evaluation that somebody has closed. One whose cases all have votes is open to others.
 *
 * @throws {WF_CONFLICT}
 */
async function requireOpen(db: Db, evaluationId: string): Promise<void> {
  const found = await db
    .selectFrom('human_evaluations')
    .select('closed_at')
    .where('id', '=', evaluationId)
    .executeTakeFirst();
  if (found == null || found.closed_at === null) return;
  throw userError('WF_CONFLICT', `Voting on human evaluation ${evaluationId} is closed since ${found.closed_at}.`);
}

/**
 * Changes the vote of one person on a case; fields that are not given keep their values.
 *
 * @throws {WF_CONFLICT} when voting is closed
 */
export async function changeVote(
  db: Db,
  { id: scenario_id, human_evaluation_id }: Pick<Database['human_evaluation_scenarios'], 'id' | 'human_evaluation_id'>,
  voter_id: string,
  given: Partial<HumanVoteRow> & Pick<HumanVoteRow, 'is_blind' | 'updated_at'>,
): Promise<void> {
  await requireOpen(db, human_evaluation_id);
  const { vote = '', score = '', note = '' } = (await findVote(db, scenario_id, voter_id)) ?? {};
  await saveVote(db, { scenario_id, voter_id, human_evaluation_id, vote, score, note, ...given });
}

/** Stores a vote, replacing the same person's earlier one; an empty vote deletes it. */
async function saveVote(db: Db, row: HumanVoteRow): Promise<void> {
  if (row.vote === '' && row.score === '' && row.note === '') {
    await db
      .deleteFrom('human_votes')
      .where('scenario_id', '=', row.scenario_id)
      .where('voter_id', '=', row.voter_id)
      .execute();
  } else {
    const { vote, score, note, is_blind, updated_at } = row;
    await db
      .insertInto('human_votes')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['scenario_id', 'voter_id']).doUpdateSet({ vote, score, note, is_blind, updated_at }),
      )
      .execute();
  }
  await refreshStatus(db, row.human_evaluation_id, row.updated_at);
}

/** Sets the status: finished when every case has a vote, with errors when an output could not be generated. */
async function refreshStatus(db: Db, evaluationId: string, now: string): Promise<void> {
  const open = await db
    .selectFrom('human_evaluation_scenarios')
    .select('id')
    .where('human_evaluation_id', '=', evaluationId)
    .where((the) =>
      the.not(
        the.exists(
          the
            .selectFrom('human_votes')
            .select('human_votes.scenario_id')
            .whereRef('human_votes.scenario_id', '=', 'human_evaluation_scenarios.id')
            .where(IS_GIVEN),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst();
  const status = open === undefined ? await finishedStatus(db, evaluationId) : 'EVALUATION_STARTED';
  await db
    .updateTable('human_evaluations')
    .set({ status, updated_at: now })
    .where('id', '=', evaluationId)
    .where('status', '<>', status)
    .execute();
}

async function finishedStatus(db: Db, evaluationId: string): Promise<EvaluationStatus> {
  const withErrors = await db
    .selectFrom('evaluations')
    .select('id')
    .where('human_evaluation_id', '=', evaluationId)
    .where('status_value', '<>', 'EVALUATION_FINISHED')
    .limit(1)
    .executeTakeFirst();
  return withErrors === undefined ? 'EVALUATION_FINISHED' : 'EVALUATION_FINISHED_WITH_ERRORS';
}

/** Reads the votes on some cases, grouped by case, oldest voter first. */
export async function readVotesOn(db: Db, scenarioIds: readonly string[]): Promise<Map<string, HumanVoteRow[]>> {
  const votes = new Map<string, HumanVoteRow[]>();
  for (const batch of inBatches(scenarioIds)) {
    const rows = await db
      .selectFrom('human_votes')
      .selectAll()
      .where('scenario_id', 'in', batch)
      .orderBy('voter_id')
      .execute();
    for (const row of rows) votes.set(row.scenario_id, [...(votes.get(row.scenario_id) ?? []), row]);
  }
  return votes;
}

/** Counts each vote and each score on a human evaluation, or of one person. */
export async function countVotes(db: Db, column: 'human_evaluation_id' | 'voter_id', id: string) {
  const rows = await db
    .selectFrom('human_votes')
    .select(['vote', 'score', sql<number | string>`count(*)`.as('votes')])
    .where(column, '=', id)
    .groupBy(['vote', 'score'])
    .orderBy('vote')
    .orderBy('score')
    .execute();
  // PostgreSQL counts in 64 bits, which its driver returns as text.
  return rows.map((row) => ({ ...row, votes: Number(row.votes) }));
}

/** Counts the cases that each person voted on. */
export async function countByVoter(db: Db, evaluationId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('human_votes')
    .select(['voter_id', sql<number | string>`count(*)`.as('votes')])
    .where('human_evaluation_id', '=', evaluationId)
    .where(IS_GIVEN)
    .groupBy('voter_id')
    .execute();
  return new Map(rows.map(({ voter_id, votes }) => [voter_id, Number(votes)]));
}

/** Counts the cases and those without a vote of this voter, and finds the first of these. */
export async function countOpen(db: Db, evaluationId: string, voterId: string) {
  const row = await db
    .selectFrom('human_evaluation_scenarios')
    .leftJoin('human_votes', (join) =>
      join
        .onRef('human_votes.scenario_id', '=', 'human_evaluation_scenarios.id')
        .on('human_votes.voter_id', '=', voterId)
        .on(IS_GIVEN),
    )
    .select([
      sql<number | string>`count(*)`.as('total'),
      sql<number | string>`count(*) - count(human_votes.voter_id)`.as('open'),
      sql<number | null>`min(case when human_votes.voter_id is null then position end)`.as('next'),
    ])
    .where('human_evaluation_scenarios.human_evaluation_id', '=', evaluationId)
    .executeTakeFirstOrThrow();
  return { total: Number(row.total), open: Number(row.open), next: row.next };
}

export type HumanVoterRow = Database['human_voters'];

export async function readVoters(db: Db, evaluationId: string, limit: number = Number.MAX_SAFE_INTEGER) {
  return await selectVoters(db, evaluationId).limit(limit).execute();
}

export async function findVoterByCode(db: Db, evaluationId: string, sha256: string): Promise<HumanVoterRow | null> {
  return (await selectVoters(db, evaluationId).where('code_sha256', '=', sha256).executeTakeFirst()) ?? null;
}

/** Notes when a voter first learned which variant is which. */
export async function markRevealed(db: Db, voterId: string, now: string): Promise<void> {
  const query = db.updateTable('human_voters').set({ revealed_at: now });
  await query.where('id', '=', voterId).where('revealed_at', 'is', null).execute();
}

function selectVoters(db: Db, evaluationId: string) {
  return db.selectFrom('human_voters').selectAll().where('human_evaluation_id', '=', evaluationId).orderBy('id');
}

/** @throws {WF_CONFLICT} when voting is closed, or the name is taken */
export async function insertVoter(db: Db, row: HumanVoterRow): Promise<void> {
  await requireOpen(db, row.human_evaluation_id);
  const within = { human_evaluation_id: row.human_evaluation_id };
  await requireNewName(db, row.name, { kind: 'a voter', table: 'human_voters', within });
  const taken = await selectVoters(db, row.human_evaluation_id).where('name', '=', row.name).executeTakeFirst();
  if (taken !== undefined) {
    throw userError(
      'WF_CONFLICT',
      `Somebody already votes as ${JSON.stringify(row.name)}. Choose another name, or open your own link.`,
    );
  }
  await db.insertInto('human_voters').values(row).execute();
}

export async function voterOf(db: Db, evaluationId: string, principal: Principal, now: string): Promise<HumanVoterRow> {
  const known = selectVoters(db, evaluationId).where('principal_id', '=', principal.id);
  const found = await known.executeTakeFirst();
  if (found !== undefined) return found;
  const namesake = await findNameLike(db, principal.name, {
    table: 'human_voters',
    within: { human_evaluation_id: evaluationId },
  });
  const row: HumanVoterRow = {
    id: newId(),
    human_evaluation_id: evaluationId,
    // A voter with that name who came by a link is another person.
    name: namesake === null ? principal.name : `${principal.name} (key ${principal.id})`,
    principal_id: principal.id,
    code_sha256: null,
    code_sealed: null,
    // A key can read everything, including which variant is which.
    revealed_at: now,
    created_at: now,
  };
  // Of two concurrent votes by one key, the second finds the voter that the first created.
  await db
    .insertInto('human_voters')
    .values(row)
    .onConflict((conflict) => conflict.columns(['human_evaluation_id', 'name']).doNothing())
    .execute();
  return await known.executeTakeFirstOrThrow();
}
