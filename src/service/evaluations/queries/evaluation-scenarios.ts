import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { EvaluationOptions } from '../../../contract/evaluations/evaluation.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import type { Db } from '../../store/schema.ts';
import type { RevisedTestset } from '../../testsets/queries/testsets.ts';

/** Selects the rows of a test set to evaluate, and the repetitions of each. */
export interface ScenarioPart {
  readonly repeats: number;
  readonly shard: { readonly index: number; readonly count: number };
}

export interface ScenariosToInsert extends ScenarioPart {
  readonly evaluationId: string;
  readonly testset: RevisedTestset;
}

/** Reads the part to evaluate; by default the whole test set, once. */
export function partOf({ repeat, shard }: EvaluationOptions): ScenarioPart {
  return { repeats: repeat ?? 1, shard: shard ?? { index: 1, count: 1 } };
}

/** Rows per statement: a long statement would block all other calls of this process. */
const BATCH = 10_000;

/**
 * Copies rows of a test set, inside the database: an evaluation must not change with its test set.
 *
 * @returns their number
 * @throws {WF_INVALID_INPUT} when there is none
 */
export async function insertScenarios(db: Db, { testset, ...scenarios }: ScenariosToInsert): Promise<number> {
  const last = testset.row_count - 1;
  let count = 0;
  for (let from = 0; from <= last; from += BATCH) {
    for (let repeat = 0; repeat < scenarios.repeats; repeat += 1) {
      count += await copyRows(db, testset.revision_id, { ...scenarios, repeat, from });
    }
    await setImmediate();
  }
  if (count === 0) throw noRows(testset.name, scenarios.shard, last);
  return count;
}

interface RowsToCopy extends ScenarioPart {
  readonly evaluationId: string;
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
  const { evaluationId, repeats, repeat, shard, from } = copied;
  const place = sql`(position * ${sql.lit(repeats)} + ${sql.lit(repeat)})`;
  const padded = sql`(${sql.lit('0'.repeat(POSITION_DIGITS))} || ${place})`;
  const { numAffectedRows } = await sql`
    insert into evaluation_scenarios (id, evaluation_id, position, cells)
    select ${sql.lit(evaluationId.slice(0, SHARED))} || substr(${padded}, length(${padded}) - ${sql.lit(POSITION_DIGITS - 1)}),
      ${sql.lit(evaluationId)}, ${place}, cells
    from testset_revision_rows
    where revision_id = ${revisionId} and position >= ${from} and position < ${from + BATCH}
      and position % ${sql.lit(shard.count)} = ${sql.lit(shard.index - 1)}
    order by position`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

function noRows(name: string, { index, count }: ScenarioPart['shard'], last: number): UserError {
  const isEmpty = last < 0;
  const msg = isEmpty ? 'The test set has no rows' : `The test set has ${last + 1} rows, none of them in this shard`;
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: isEmpty
      ? `Test set ${JSON.stringify(name)} has no rows.`
      : `Test set ${JSON.stringify(name)} has ${last + 1} rows: none is in shard ${index}/${count}.`,
    details: [{ loc: ['body', isEmpty ? 'testset_id' : 'options'], msg, type: 'too_short' }],
  });
}
