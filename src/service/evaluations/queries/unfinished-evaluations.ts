import { UNFINISHED, statusResult } from '../../../contract/evaluations/evaluation-status.ts';
import { type Database, type Db, fromJson } from '../../store/schema.ts';
import { type RawBuilder, sql } from 'kysely';
import type { EvaluationStatus, Result } from '../../../contract/evaluations/result.ts';
import { latestEnd } from './lease-times.ts';
import { isGone } from '../process-owner.ts';

export async function listUnfinished(db: Db): Promise<string[]> {
  const query = db.selectFrom('evaluations').select('id').where('status_value', 'in', UNFINISHED).orderBy('id');
  return (await query.execute()).map((row) => row.id);
}

export async function isUnfinishedNow(db: Db, id: string): Promise<boolean> {
  const query = db.selectFrom('evaluations').select('id').where('id', '=', id);
  return (await query.where('status_value', 'in', UNFINISHED).executeTakeFirst()) !== undefined;
}

/** Changes an evaluation that waits or runs. @returns false when it was cancelled or deleted meanwhile */
export async function updateUnfinished(db: Db, id: string, changes: Partial<Database['evaluations']>) {
  const updated = await db
    .updateTable('evaluations')
    .set(changes)
    .where('id', '=', id)
    .where('status_value', 'in', UNFINISHED)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

type Stored = Pick<Database['evaluations'], 'id' | 'status' | 'status_value' | 'updated_at'>;

export interface HeldEvaluations {
  readonly ids: ReadonlySet<string>;
  /** Waiting evaluations that were changed after this instant may still be taken. */
  readonly freshSince: string;
}

/** A server takes a waiting evaluation within seconds, unless it runs others. */
const TAKEN_WITHIN_MS = 30_000;

/**
 * Reads which evaluations a process runs. A process of this machine that has ended runs nothing; whether one of another
 * machine has ended shows when its lease expires.
 *
 * @param now - the instant of the request
 */
export async function readHeld(db: Db, now: string): Promise<HeldEvaluations> {
  const leases = await db
    .selectFrom('evaluation_leases')
    .select(['evaluation_id', 'owner'])
    .where('expires_at', '>=', now)
    .where('expires_at', '<=', latestEnd(now))
    .execute();
  const live = leases.filter(({ owner }) => !isGone(owner));
  const freshSince = new Date(new Date(now).getTime() - TAKEN_WITHIN_MS).toISOString();
  return { ids: new Set(live.map(({ evaluation_id }) => evaluation_id)), freshSince };
}

/**
 * Answers whether an evaluation began and no process runs it. One that waits counts as begun if no process runs any: then
 * nobody works on the queue.
 */
export function isInterrupted({ id, status_value, updated_at }: Stored, { ids, freshSince }: HeldEvaluations): boolean {
  if (status_value === 'EVALUATION_STARTED') return !ids.has(id);
  return status_value === 'EVALUATION_INITIALIZED' && ids.size === 0 && updated_at < freshSince;
}

const INTERRUPTED = statusResult('EVALUATION_INTERRUPTED', {
  message: 'No process runs it. Finished rows are stored.',
});

export function toTrueStatus(row: Stored, held: HeldEvaluations): Result {
  return isInterrupted(row, held) ? INTERRUPTED : fromJson<Result>(row.status);
}

export interface SelectedStatus {
  readonly value: EvaluationStatus;
  readonly held: HeldEvaluations;
}

export function hasStatus({ value, held: { ids, freshSince } }: SelectedStatus): RawBuilder<boolean> {
  // A list in SQL has one entry or more.
  const isHeld = sql<boolean>`id in (${sql.join(['', ...ids])})`;
  const isFresh = ids.size > 0 ? sql<boolean>`1 = 1` : sql<boolean>`updated_at >= ${freshSince}`;
  const [started, waiting] = [
    sql<boolean>`status_value = ${'EVALUATION_STARTED'}`,
    sql<boolean>`status_value = ${'EVALUATION_INITIALIZED'}`,
  ];
  switch (value) {
    case 'EVALUATION_INTERRUPTED':
      return sql<boolean>`((${started} and not ${isHeld}) or (${waiting} and not ${isFresh}))`;
    case 'EVALUATION_STARTED':
      return sql<boolean>`(${started} and ${isHeld})`;
    case 'EVALUATION_INITIALIZED':
      return sql<boolean>`(${waiting} and ${isFresh})`;
    default:
      return sql<boolean>`status_value = ${value}`;
  }
}
