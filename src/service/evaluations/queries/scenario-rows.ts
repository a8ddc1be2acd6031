import type { PageAfter } from '../../store/page.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import { fromJson } from '../../store/json-column.ts';
import type { Db } from '../../store/schema.ts';
import type { JudgedScenario, PendingPart, PendingScenario, PlacedRow } from '../evaluation-job.ts';

/** A row of an evaluation as it is stored, with its outcome where there is one. */
export type ScenarioRow = Awaited<ReturnType<ReturnType<typeof selectScenarios>['execute']>>[number];

function selectScenarios(db: Db, evaluationId: string, order: 'asc' | 'desc' = 'asc') {
  return db
    .selectFrom('evaluation_scenarios')
    .leftJoin('evaluation_outcomes', 'evaluation_outcomes.scenario_id', 'evaluation_scenarios.id')
    .where('evaluation_scenarios.evaluation_id', '=', evaluationId)
    .select([
      'evaluation_scenarios.id',
      'evaluation_scenarios.position',
      'evaluation_scenarios.cells',
      'evaluation_outcomes.outputs',
      'evaluation_outcomes.results',
      'evaluation_outcomes.cost',
      'evaluation_outcomes.latency',
      'evaluation_outcomes.is_called',
      'evaluation_outcomes.judge_calls',
      'evaluation_outcomes.judge_cost',
    ])
    .orderBy('evaluation_scenarios.position', order);
}

export interface ScenarioPage {
  readonly order?: 'asc' | 'desc';
  readonly isBehind: '>' | '<';
  /** Position of the row before the first one. */
  readonly key: number;
  readonly limit: number;
}

/** Reads an evaluation's rows by their positions, in order. */
export async function readScenarios(
  db: Db,
  evaluationId: string,
  { order, isBehind, key, limit }: ScenarioPage,
): Promise<ScenarioRow[]> {
  return await selectScenarios(db, evaluationId, order)
    .where('evaluation_scenarios.position', isBehind, key)
    .limit(limit)
    .execute();
}

/** Reads an evaluation's rows between two positions, both included. */
export async function readScenariosBetween(
  db: Db,
  evaluationId: string,
  [first, last]: readonly [number, number],
): Promise<ScenarioRow[]> {
  return await selectScenarios(db, evaluationId)
    .where('evaluation_scenarios.position', '>=', first)
    .where('evaluation_scenarios.position', '<=', last)
    .execute();
}

/** Lists the positions of the next rows without an outcome, in order. */
export async function listPendingPositions(
  db: Db,
  evaluationId: string,
  { after, limit }: PageAfter<number>,
): Promise<number[]> {
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
const LAST_POSITION = 2 ** 31 - 1;

/**
 * Streams the rows without an outcome, so that memory does not grow with their number.
 *
 * @yields pages, in order
 */
export async function* streamPending(db: Db, id: string, part: PendingPart): AsyncGenerator<PendingScenario[]> {
  const { from = 0, to = LAST_POSITION } = part;
  for await (const rows of pagesAfter(from - 1, (after) =>
    selectScenarios(db, id)
      .where('evaluation_scenarios.position', '>', after)
      .where('evaluation_scenarios.position', '<=', to)
      .where('evaluation_outcomes.scenario_id', 'is', null)
      .limit(PAGE_SIZE)
      .execute(),
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
    db
      .selectFrom('evaluation_scenarios')
      .select(['position', 'cells'])
      .where('evaluation_id', '=', id)
      .where('position', '>', after)
      .orderBy('position')
      .limit(PAGE_SIZE)
      .execute(),
  )) {
    yield rows.map(({ position, cells }) => ({ position, row: fromJson<TestsetRow>(cells) }));
  }
}

/**
 * Streams the rows that have an outcome.
 *
 * @yields pages, in order
 */
export async function* streamFinished(
  db: Db,
  id: string,
  pageSize: number = PAGE_SIZE,
): AsyncGenerator<JudgedScenario[]> {
  for await (const rows of pagesAfter(-1, (after) =>
    selectScenarios(db, id)
      .where('evaluation_scenarios.position', '>', after)
      .where('evaluation_outcomes.scenario_id', 'is not', null)
      .limit(pageSize)
      .execute(),
  )) {
    yield rows.map(toJudged);
  }
}

async function* pagesAfter<Row extends { readonly position: number }>(
  first: number,
  read: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = first; ;) {
    const rows = await read(after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.position;
  }
}

function toJudged(row: ScenarioRow): JudgedScenario {
  return {
    id: row.id,
    position: row.position,
    row: fromJson<TestsetRow>(row.cells),
    outputs: fromJson<JudgedScenario['outputs']>(row.outputs ?? '[]'),
    results: fromJson<JudgedScenario['results']>(row.results ?? '[]'),
    cost: row.cost,
    latency: row.latency,
    isCalled: row.is_called === 1,
    judging: { calls: row.judge_calls ?? 0, cost: row.judge_calls === 0 ? 0 : row.judge_cost },
  };
}
