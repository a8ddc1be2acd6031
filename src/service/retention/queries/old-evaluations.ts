import { sql } from 'kysely';
import { UNFINISHED } from '../../../contract/evaluations/evaluation-status.ts';
import { selectOtherEvidence } from '../../evaluations/queries/evaluation-lists.ts';
import { isInterrupted, readHeld } from '../../evaluations/queries/unfinished-evaluations.ts';
import { sumOf } from '../../../foundation/numbers.ts';
import type { PartScope } from '../retention.ts';
import type { Db } from '../../store/schema.ts';

/** Reads the ids of the apps in which an evaluation waits or runs, and may yet use stored outputs. */
export async function readBusyApps(db: Db, now: string): Promise<string[]> {
  const held = await readHeld(db, now);
  const unfinished = await db
    .selectFrom('evaluations')
    .select(['id', 'app_id', 'status', 'status_value', 'updated_at'])
    .where('status_value', 'in', UNFINISHED)
    .execute();
  return [...new Set(unfinished.filter((row) => !isInterrupted(row, held)).map((row) => row.app_id))];
}

/** Selects evaluations that ended long ago and that no revision of an environment names as its evidence. */
function selectOld(db: Db, { appIds, busyAppIds, before }: PartScope) {
  const evidence = (column: 'evaluation_id' | 'baseline_evaluation_id') =>
    db.selectFrom('environment_revisions').select(column).where(column, 'is not', null).$castTo<{ id: string }>();
  return db
    .selectFrom('evaluations')
    .where('updated_at', '<', before)
    .where('status_value', 'not in', UNFINISHED)
    .where('human_evaluation_id', 'is', null)
    .where('id', 'not in', evidence('evaluation_id'))
    .where('id', 'not in', evidence('baseline_evaluation_id'))
    .where((the) => the.not(the.exists(selectOtherEvidence(db, sql.ref<string>('evaluations.id')))))
    .where((the) => (appIds === null ? the.lit(true) : the('app_id', 'in', ['', ...appIds])))
    .where('app_id', 'not in', ['', ...busyAppIds]);
}

/** Finds the oldest of these evaluations after another. */
export async function findNextOld(db: Db, old: PartScope, after: string): Promise<string | null> {
  const found = await selectOld(db, old).select('id').where('id', '>', after).orderBy('id').limit(1).executeTakeFirst();
  return found?.id ?? null;
}

/** A part of an evaluation's rows, with what nothing else refers to once they are gone. */
export interface OldRows {
  readonly ids: readonly string[];
  readonly last: number;
  readonly bytes: number;
  readonly outputs: readonly { readonly hash: string; readonly bytes: number }[];
  readonly scores: { readonly count: number; readonly bytes: number };
}

const TOGETHER = 250;

/** Reads the next rows of an old evaluation. Older ones, and its rows before these, count as gone already. */
export async function readOldRows(db: Db, old: PartScope, id: string, after: number): Promise<OldRows> {
  const rows = await db
    .selectFrom('evaluation_scenarios')
    .leftJoin('evaluation_outcomes', 'evaluation_outcomes.scenario_id', 'evaluation_scenarios.id')
    .select([
      'evaluation_scenarios.id',
      'evaluation_scenarios.position',
      'evaluation_outcomes.cell_hash',
      sql<number>`octet_length(evaluation_scenarios.cells) + coalesce(octet_length(evaluation_outcomes.outputs), 0)
        + coalesce(octet_length(evaluation_outcomes.results), 0)`.as('bytes'),
    ])
    .where('evaluation_scenarios.evaluation_id', '=', id)
    .where('evaluation_scenarios.position', '>', after)
    .orderBy('evaluation_scenarios.position')
    .limit(TOGETHER)
    .execute();
  const last = rows.at(-1)?.position ?? after;
  const hashes = [...new Set(rows.flatMap(({ cell_hash: hash }) => (hash === null ? [] : [hash])))];
  const outputs = hashes.length === 0 ? [] : await readFreed(db, old, { id, last, hashes });
  const bytes = sumOf(rows, (row) => row.bytes);
  const freed = outputs.map(({ hash }) => hash);
  const scores = await measureScores(db, freed);
  return { ids: rows.map((row) => row.id), last, bytes, outputs, scores };
}

/** Reads those of these outputs that no other row has, of another evaluation or later in this one. */
async function readFreed(
  db: Db,
  old: PartScope,
  { id, last, hashes }: { readonly id: string; readonly last: number; readonly hashes: readonly string[] },
) {
  const users = db
    .selectFrom('evaluation_outcomes as other')
    .innerJoin('evaluation_scenarios as place', 'place.id', 'other.scenario_id')
    .select('other.scenario_id')
    .where('other.cell_hash', '=', sql.ref<string>('cells.hash'))
    .where((the) =>
      the.or([
        the.and([the('other.evaluation_id', '=', id), the('place.position', '>', last)]),
        the('other.evaluation_id', 'not in', selectOld(db, old).select('id').where('id', '<=', id)),
      ]),
    );
  return await db
    .selectFrom('cells')
    .select(['hash', sql<number>`octet_length(output)`.as('bytes')])
    .where('hash', 'in', hashes)
    .where((the) => the.not(the.exists(users)))
    .execute();
}

async function measureScores(db: Db, hashes: readonly string[]) {
  if (hashes.length === 0) return { count: 0, bytes: 0 };
  const { count, bytes } = await db
    .selectFrom('scores')
    .select((the) => [
      the.fn.countAll().as('count'),
      sql<number | string | null>`sum(octet_length(result))`.as('bytes'),
    ])
    .where('cell_hash', 'in', hashes)
    .executeTakeFirstOrThrow();
  return { count: Number(count), bytes: Number(bytes) };
}

export async function deleteOldRows(db: Db, { ids, outputs }: OldRows): Promise<void> {
  const hashes = outputs.map(({ hash }) => hash);
  if (hashes.length > 0) await deleteOutputs(db, hashes);
  if (ids.length > 0) await db.deleteFrom('evaluation_scenarios').where('id', 'in', ids).execute();
}

export async function deleteOutputs(db: Db, hashes: readonly string[]): Promise<void> {
  await db.deleteFrom('scores').where('cell_hash', 'in', hashes).execute();
  await db.deleteFrom('cells').where('hash', 'in', hashes).execute();
}

export async function deleteEmptied(db: Db, id: string): Promise<void> {
  await db.deleteFrom('evaluations').where('id', '=', id).execute();
}
