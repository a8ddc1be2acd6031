import { type FoundRows, readWithin } from '../../store/read-within.ts';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { EvaluationOptions } from '../../../contract/evaluations/evaluation.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import { createHashTable, hashOf } from '../../../evaluation/testset/check/hash-table.ts';
import { type Db, fromJson } from '../../store/schema.ts';
import type { RevisedTestset } from '../../testsets/queries/testsets.ts';
import { streamTestsetRows } from '../../testsets/queries/testset-rows.ts';
import type { JudgedScenario } from '../evaluation-job.ts';
import type { EvaluationRow } from './evaluations.ts';
import {
  LONG_COLUMNS,
  pagesAfter,
  readScenarios,
  type ScenarioRow,
  selectScenarios,
  toJudged,
  type SelectedRows,
} from './scenario-rows.ts';

interface CasesToMark {
  readonly evaluationId: string;
  readonly testset: RevisedTestset;
  readonly repeats: number;
  readonly selected: SelectedRows;
  /** What the rows of one case have in common. */
  readonly keyOf: (row: TestsetRow) => unknown;
}

const PAGE_SIZE = 1000;

/**
 * Finds the rows that repeat an earlier one, and stores the position of the first row of their case with them.
 *
 * @returns the number of cases
 */
export async function markCases(db: Db, { testset, selected, keyOf, ...marked }: CasesToMark): Promise<number> {
  const table = createHashTable();
  let count = 0;
  for await (const page of streamTestsetRows(db, testset.revision_id, PAGE_SIZE)) {
    const repeated: RepeatedRow[] = [];
    for (const { position, cells } of page) {
      if (!selected.has(position)) continue;
      const { first } = table.put(hashOf(keyOf(fromJson<TestsetRow>(cells))), position + 1, 0);
      if (first === null) count += 1;
      else repeated.push({ position, first: first - 1 });
    }
    if (repeated.length > 0) await storeCases(db, repeated, marked);
    await setImmediate();
    if ((page.at(-1)?.position ?? 0) + 1 >= selected.end) break;
  }
  return count;
}

interface RepeatedRow {
  readonly position: number;
  readonly first: number;
}

type MarkedRows = Pick<CasesToMark, 'evaluationId' | 'repeats'>;

async function storeCases(db: Db, rows: readonly RepeatedRow[], { evaluationId, repeats }: MarkedRows): Promise<void> {
  const places = rows.map(({ position, first }) => sql.raw(`(${position * repeats}, ${first * repeats})`));
  await sql`
      with repeated (place, first_place) as (values ${sql.join(places)})
      update evaluation_scenarios set case_position = repeated.first_place from repeated
      where evaluation_scenarios.evaluation_id = ${evaluationId}
        and evaluation_scenarios.position >= repeated.place
        and evaluation_scenarios.position < repeated.place + ${sql.lit(repeats)}`.execute(db);
}

/**
 * Streams the rows that have an outcome; those of a case are adjacent.
 *
 * @yields pages, in the order of the cases' first rows
 */
export async function* streamFinished(
  db: Db,
  evaluation: EvaluationRow,
  pageSize: number = PAGE_SIZE,
): AsyncGenerator<JudgedScenario[]> {
  for await (const rows of streamByCase(db, evaluation, pageSize)) {
    yield rows.filter(({ outputs }) => outputs !== null).map(toJudged);
  }
}

/**
 * Streams all rows; those of a case are adjacent.
 *
 * @yields pages, in the order of the cases' first rows
 */
export async function* streamByCase(
  db: Db,
  evaluation: EvaluationRow,
  pageSize: number = PAGE_SIZE,
): AsyncGenerator<ScenarioRow[]> {
  yield* pagesAfter(-1, (after) => readByCase(db, evaluation, { key: after, limit: pageSize }));
}

/** Reads a page of rows, such that those of a case are adjacent. @param page - begins behind the row at the position `key` */
export async function readByCase(
  db: Db,
  { id, options, row_count: rows, case_count: cases }: EvaluationRow,
  { key, limit }: { readonly key: number; readonly limit: number },
): Promise<FoundRows<ScenarioRow>> {
  const repeats = repeatsOf(options);
  // Without repeated rows, they are as they should be.
  if (cases === null || cases * repeats === rows) return await readScenarios(db, id, { isBehind: '>', key, limit });
  return await readScenariosByCase(db, id, { after: key < 0 ? null : key, limit, repeats });
}

export function repeatsOf(options: string): number {
  return fromJson<EvaluationOptions>(options).repeat ?? 1;
}

interface CasePage {
  /** Position of the row before the page; `null`: it is the first page. */
  readonly after: number | null;
  readonly limit: number;
  /** Repetitions of each row. */
  readonly repeats: number;
}

/**
 * Reads rows such that those of a case are adjacent, in the order of the cases' first rows: merges the first rows with
 * those that repeat them.
 */
async function readScenariosByCase(
  db: Db,
  evaluationId: string,
  { after, limit, repeats }: CasePage,
): Promise<FoundRows<ScenarioRow>> {
  const caseOf = ({ position, case_position: first }: Pick<ScenarioRow, 'position' | 'case_position'>) =>
    first ?? position - (position % repeats);
  const last = after === null ? null : await findPosition(db, evaluationId, after);
  const begun = last === null ? -1 : caseOf(last);
  const isFirst = last === null || last.case_position === null;
  const firsts = selectScenarios(db, evaluationId)
    .where('evaluation_scenarios.case_position', 'is', null)
    .where('evaluation_scenarios.position', '>', isFirst ? (last?.position ?? -1) : begun + repeats - 1);
  const repeated = selectScenarios(db, evaluationId, 'case')
    .where(
      sql<boolean>`(evaluation_scenarios.case_position, evaluation_scenarios.position)
        > (${sql.lit(begun)}, ${sql.lit(isFirst ? -1 : last.position)})`,
    )
    .where('evaluation_scenarios.case_position', 'is not', null);
  const found = [await readWithin(firsts, LONG_COLUMNS, limit), await readWithin(repeated, LONG_COLUMNS, limit)];
  const rows = found
    .flatMap((part) => part.rows)
    .toSorted(
      (a, b) =>
        caseOf(a) - caseOf(b) ||
        Number(a.case_position !== null) - Number(b.case_position !== null) ||
        a.position - b.position,
    );
  const cut = found.filter(({ isCut }) => isCut);
  // Behind the last row of a part that has more, rows of that part are missing.
  const ends = cut.map((part) => rows.findIndex(({ id }) => id === part.rows.at(-1)?.id) + 1);
  return { rows: rows.slice(0, Math.min(limit, ...ends)), isCut: cut.length > 0 };
}

async function findPosition(db: Db, evaluationId: string, position: number) {
  const found = await db
    .selectFrom('evaluation_scenarios')
    .select(['position', 'case_position'])
    .where('evaluation_id', '=', evaluationId)
    .where('position', '=', position)
    .executeTakeFirst();
  return found ?? { position, case_position: null };
}
