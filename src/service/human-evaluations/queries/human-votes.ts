import { sql } from 'kysely';
import type { EvaluationStatus } from '../../../contract/evaluations/result.ts';
import { inBatches } from '../../store/insert-rows.ts';
import type { Database, Db } from '../../store/schema.ts';

export type HumanVoteRow = Database['human_votes'];

/** Stores a vote, replacing the same person's earlier one; an empty vote deletes it. */
export async function saveVote(db: Db, row: HumanVoteRow): Promise<void> {
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
            .where((vote) => vote.or([vote('human_votes.vote', '<>', ''), vote('human_votes.score', '<>', '')])),
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

/** Counts each vote and each score, and the people who gave them. */
export async function countVotes(db: Db, evaluationId: string) {
  const rows = await db
    .selectFrom('human_votes')
    .select(['vote', 'score', sql<number | string>`count(*)`.as('votes')])
    .where('human_evaluation_id', '=', evaluationId)
    .groupBy(['vote', 'score'])
    .orderBy('vote')
    .orderBy('score')
    .execute();
  const { people } = await db
    .selectFrom('human_votes')
    .select(sql<number | string>`count(distinct voter_id)`.as('people'))
    .where('human_evaluation_id', '=', evaluationId)
    .where((vote) => vote.or([vote('vote', '<>', ''), vote('score', '<>', '')]))
    .executeTakeFirstOrThrow();
  // PostgreSQL counts in 64 bits, which its driver returns as text.
  return { people: Number(people), rows: rows.map((row) => ({ ...row, votes: Number(row.votes) })) };
}

/** Counts each vote and each score of one person. */
export async function countVotesOf(db: Db, voterId: string) {
  const rows = await db
    .selectFrom('human_votes')
    .select(['vote', 'score', sql<number | string>`count(*)`.as('votes')])
    .where('voter_id', '=', voterId)
    .groupBy(['vote', 'score'])
    .execute();
  return rows.map((row) => ({ ...row, votes: Number(row.votes) }));
}

/** Counts the cases and those without a vote of this voter, and finds the first of these. */
export async function countOpen(db: Db, evaluationId: string, voterId: string) {
  const row = await db
    .selectFrom('human_evaluation_scenarios')
    .leftJoin('human_votes', (join) =>
      join
        .onRef('human_votes.scenario_id', '=', 'human_evaluation_scenarios.id')
        .on('human_votes.voter_id', '=', voterId)
        .on((vote) => vote.or([vote('human_votes.vote', '<>', ''), vote('human_votes.score', '<>', '')])),
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
