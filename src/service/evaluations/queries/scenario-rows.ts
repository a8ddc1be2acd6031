import { type FoundRows, lengthOf, readWithin } from '../../store/read-within.ts';
import { beginsWith, type PageAfter } from '../../store/page.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import { type Db, fromJson } from '../../store/schema.ts';
import type { JudgedScenario, PendingPart, PendingScenario, PlacedRow } from '../evaluation-job.ts';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RevisedTestset } from '../../testsets/queries/testsets.ts';
import type { Shard } from '../../../contract/evaluations/evaluation.ts';

export type ScenarioRow = Awaited<ReturnType<ReturnType<typeof selectScenarios>['execute']>>[number];

export function selectScenarios(db: Db, evaluationId: string, order: 'asc' | 'desc' | 'case' = 'asc') {
  const rows = db
    .selectFrom('evaluation_scenarios')
    .leftJoin('evaluation_outcomes', 'evaluation_outcomes.scenario_id', 'evaluation_scenarios.id')
    .where('evaluation_scenarios.evaluation_id', '=', evaluationId)
    .select([
      'evaluation_scenarios.id',
      'evaluation_scenarios.position',
      'evaluation_scenarios.cells',
      'evaluation_scenarios.case_position',
      'evaluation_outcomes.outputs',
      'evaluation_outcomes.results',
      'evaluation_outcomes.cost',
      'evaluation_outcomes.latency',
      'evaluation_outcomes.is_called',
      'evaluation_outcomes.judge_calls',
      'evaluation_outcomes.judge_cost',
    ]);
  return order === 'case'
    ? rows.orderBy('evaluation_scenarios.case_position').orderBy('evaluation_scenarios.position')
    : rows.orderBy('evaluation_scenarios.position', order);
}

export interface ScenarioPage {
  readonly order?: 'asc' | 'desc';
  readonly isBehind: '>' | '<';
  readonly key: number;
  readonly limit: number;
  /** Only rows whose ids have this prefix. */
  readonly idPrefix?: string | undefined;
  /** Only rows from one of these positions to another; `null`: all. */
  readonly between?: readonly (readonly [number, number])[] | null;
  /** Only rows with an outcome. */
  readonly isFinished?: boolean;
}

/** Reads the rows that fit into a page. */
export async function readScenarios(db: Db, evaluationId: string, page: ScenarioPage) {
  const { order, isBehind, key, limit, idPrefix, between = null, isFinished = false } = page;
  const rows = selectScenarios(db, evaluationId, order)
    .where('evaluation_scenarios.position', isBehind, key)
    .$if(isFinished, (query) => query.where('evaluation_outcomes.scenario_id', 'is not', null))
    .$if(between !== null, (query) =>
      query.where((the) =>
        the.or((between ?? []).map(([first, last]) => the.between('evaluation_scenarios.position', first, last))),
      ),
    )
    .where((the) => (idPrefix === undefined ? the.lit(true) : beginsWith('evaluation_scenarios.id', idPrefix)));
  return await readWithin(rows, LONG_COLUMNS, limit);
}

/** Measures the rows of evaluations, in bytes. */
export async function measureScenarios(db: Db, evaluationIds: readonly string[]): Promise<number> {
  const { bytes } = await db
    .selectFrom('evaluation_scenarios')
    .leftJoin('evaluation_outcomes', 'evaluation_outcomes.scenario_id', 'evaluation_scenarios.id')
    .where('evaluation_scenarios.evaluation_id', 'in', [...evaluationIds])
    .select(sql<number | null>`sum(${sql.join(LONG_COLUMNS.map(lengthOf), sql` + `)})`.as('bytes'))
    .executeTakeFirstOrThrow();
  return bytes ?? 0;
}

/** Columns of rows whose texts may be long. */
export const LONG_COLUMNS = [
  'evaluation_scenarios.cells',
  'evaluation_outcomes.outputs',
  'evaluation_outcomes.results',
] as const;

/** Reads an evaluation's rows between two positions, both included. */
export async function readScenariosBetween(db: Db, evaluationId: string, [first, last]: readonly [number, number]) {
  return await selectScenarios(db, evaluationId)
    .where('evaluation_scenarios.position', '>=', first)
    .where('evaluation_scenarios.position', '<=', last)
    .execute();
}

export async function listPendingPositions(db: Db, evaluationId: string, { after, limit }: PageAfter<number>) {
  const rows = await db
    .selectFrom('evaluation_scenarios')
    .leftJoin('evaluation_outcomes', 'evaluation_outcomes.scenario_id', 'evaluation_scenarios.id')
    .where('evaluation_scenarios.evaluation_id', '=', evaluationId)
    .where('evaluation_scenarios.position', '>', after)
    .where('evaluation_outcomes.scenario_id', 'is', null)
    .select('evaluation_scenarios.position')
    .orderBy('evaluation_scenarios.position')
    .limit(limit)
    .execute();
  return rows.map(({ position }) => position);
}

const PAGE_SIZE = 500;
/** The largest integer that a column holds. */
export const LAST_POSITION = 2 ** 31 - 1;

/**
 * Streams the rows without an outcome, so that memory does not grow with their number.
 *
 * @yields pages, in order
 */
export async function* streamPending(db: Db, id: string, part: PendingPart): AsyncGenerator<PendingScenario[]> {
  const { from = 0, to = LAST_POSITION } = part;
  for await (const rows of pagesAfter(from - 1, (after) =>
    readWithin(
      selectScenarios(db, id)
        .where('evaluation_scenarios.position', '>', after)
        .where('evaluation_scenarios.position', '<=', to)
        .where('evaluation_outcomes.scenario_id', 'is', null),
      LONG_COLUMNS,
      PAGE_SIZE,
    ),
  )) {
    yield rows.map((row) => ({ id: row.id, position: row.position, row: fromJson<TestsetRow>(row.cells) }));
  }
}

/**
 * Streams all rows, whether they have an outcome or not.
 *
 * @yields pages, in order
 */
export async function* streamRows(db: Db, id: string): AsyncGenerator<PlacedRow[]> {
  for await (const rows of pagesAfter(-1, (after) =>
    readWithin(
      db
        .selectFrom('evaluation_scenarios')
        .select(['position', 'cells'])
        .where('evaluation_id', '=', id)
        .where('position', '>', after)
        .orderBy('position'),
      ['cells'],
      PAGE_SIZE,
    ),
  )) {
    yield rows.map(({ position, cells }) => ({ position, row: fromJson<TestsetRow>(cells) }));
  }
}

export async function* pagesAfter<Row extends { readonly position: number }>(
  first: number,
  read: (after: number) => Promise<FoundRows<Row>>,
): AsyncGenerator<Row[]> {
  for (let after = first; ;) {
    const { rows } = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.position;
  }
}

export function toJudged(row: ScenarioRow): JudgedScenario {
  return {
    id: row.id,
    position: row.position,
    casePosition: row.case_position,
    row: fromJson<TestsetRow>(row.cells),
    outputs: fromJson<JudgedScenario['outputs']>(row.outputs ?? '[]'),
    results: fromJson<JudgedScenario['results']>(row.results ?? '[]'),
    cost: row.cost,
    latency: row.latency,
    isCalled: row.is_called === 1,
    judging: { calls: row.judge_calls ?? 0, cost: row.judge_calls === 0 ? 0 : row.judge_cost },
  };
}

/** The rows of a test set that an evaluation has. Positions count from 0. */
export interface SelectedRows {
  /** Whether an evaluation has the row at a position. */
  readonly has: (position: number) => boolean;
  /** Position after the last of them. */
  readonly end: number;
  /** Whether rows may be missing for another reason than the shard. */
  readonly isSubset: boolean;
  readonly shard: Shard;
}

interface ScenariosToInsert {
  readonly evaluationId: string;
  readonly testset: RevisedTestset;
  readonly selected: SelectedRows;
  /** Calls for each row. */
  readonly repeats: number;
}

/** Rows per statement: a long statement would block all other calls of this process. */
const BATCH = 10_000;

/**
 * Copies rows of a test set, inside the database: an evaluation must not change with its test set.
 *
 * @returns their number
 */
export async function insertScenarios(db: Db, { testset, ...scenarios }: ScenariosToInsert): Promise<number> {
  let count = 0;
  for (let from = 0; from < scenarios.selected.end; from += BATCH) {
    for (let repeat = 0; repeat < scenarios.repeats; repeat += 1)
      count += await copyRows(db, testset.revision_id, { ...scenarios, repeat, from });
    await setImmediate();
  }
  return count;
}

interface RowsToCopy extends Omit<ScenariosToInsert, 'testset'> {
  readonly repeat: number;
  readonly from: number;
}

/** Characters of the evaluation's id that its rows' ids share: enough to tell evaluations of the same millisecond apart. */
const SHARED = 28;
/** Digits of a row's position: a hundred million rows and repetitions. */
const POSITION_DIGITS = 8;

/**
 * A row's id is a UUIDv7 that begins like the evaluation's own and ends with the row's position. So ids sort like the rows,
 * and each is stored next to the previous one.
 */
async function copyRows(db: Db, revisionId: string, copied: RowsToCopy): Promise<number> {
  const { evaluationId, repeats, repeat, selected, from } = copied;
  const areSelected = conditionOf(selected, from);
  if (areSelected === null) return 0;
  const place = sql`(position * ${sql.lit(repeats)} + ${sql.lit(repeat)})`;
  const padded = sql`(${sql.lit('0'.repeat(POSITION_DIGITS))} || ${place})`;
  const { numAffectedRows } = await sql`
    insert into evaluation_scenarios (id, evaluation_id, position, cells)
    select ${sql.lit(evaluationId.slice(0, SHARED))} || substr(${padded}, length(${padded}) - ${sql.lit(POSITION_DIGITS - 1)}),
      ${sql.lit(evaluationId)}, ${place}, cells
    from testset_revision_rows
    where revision_id = ${revisionId} and position >= ${from} and position < ${from + BATCH}
      and ${areSelected}
    order by position`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** The condition on the rows of a batch; `null` if none of them is selected. */
function conditionOf({ has, end, isSubset, shard }: SelectedRows, from: number) {
  if (!isSubset) return sql<boolean>`position % ${sql.lit(shard.count)} = ${sql.lit(shard.index - 1)}`;
  const positions: number[] = [];
  for (let position = from; position < Math.min(end, from + BATCH); position += 1)
    if (has(position)) positions.push(position);
  return positions.length === 0 ? null : sql<boolean>`position in (${sql.raw(positions.join(', '))})`;
}

/** An evaluation whose cases are found. */
export interface MarkedCases {
  readonly evaluationId: string;
  /** Number of its cases. */
  readonly count: number;
  /** Position after the last of its rows. */
  readonly end: number;
}

/** Copies the cases of an evaluation to another one of the same rows. @returns their number */
export async function copyCases(db: Db, { evaluationId, count, end }: MarkedCases, to: string): Promise<number> {
  for (let from = 0; from < end; from += CASES_BATCH) {
    await sql`
      update evaluation_scenarios set case_position = marked.case_position from evaluation_scenarios as marked
      where evaluation_scenarios.evaluation_id = ${to}
        and evaluation_scenarios.position >= ${from} and evaluation_scenarios.position < ${from + CASES_BATCH}
        and marked.evaluation_id = ${evaluationId}
        and marked.position = evaluation_scenarios.position
        and marked.case_position is not null`.execute(db);
    await setImmediate();
  }
  return count;
}

/** Rows whose cases one statement copies. */
const CASES_BATCH = 1000;
