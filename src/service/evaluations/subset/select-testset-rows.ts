import { appliedSubset } from '../../../contract/evaluations/subject.ts';
import type { EvaluationOptions, Shard, SubsetChoice } from '../../../contract/evaluations/evaluation.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import { parseCondition } from '../../../evaluation/rows/parse-condition.ts';
import { mixBits } from '../../../evaluation/statistics/random.ts';
import { createHashTable, hashOf } from '../../../evaluation/testset/check/hash-table.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import { type Db, fromJson } from '../../store/schema.ts';
import { streamTestsetRows } from '../../testsets/queries/testset-rows.ts';
import type { RevisedTestset } from '../../testsets/queries/testsets.ts';
import type { SelectedRows } from '../queries/scenario-rows.ts';

/** What decides about single rows of a test set. */
export interface RowTests {
  /** What the rows of one case have in common. */
  readonly keyOf: (row: TestsetRow) => unknown;
  /** Whether a row has the inputs of one that failed in the evaluation of `failed_of`. */
  readonly hasFailed: (row: TestsetRow) => boolean;
}

/**
 * Selects rows of a test set in one pass: conditions first, then the sample or the limit, at last the shard. So all shards
 * together are the subset. Holds a few bytes per row.
 *
 * @throws {WF_INVALID_INPUT} when there is none
 */
export async function selectTestsetRows(
  db: Db,
  testset: RevisedTestset,
  { subset, shard }: EvaluationOptions,
  tests: RowTests,
): Promise<SelectedRows> {
  const part = shard ?? { index: 1, count: 1 };
  const isInShard = (position: number) => position % part.count === part.index - 1;
  const choice = appliedSubset(subset);
  const end = testset.row_count;
  const whole = { has: isInShard, end, isSubset: false, shard: part };
  if (choice === null) return part.index <= end ? whole : refuseNoRows(testset, part, null);
  const chosen = await chooseRows(db, testset, choice, tests);
  const has = (position: number) => chosen[position] === 1 && isInShard(position);
  const last = chosen.findLastIndex((isChosen, position) => isChosen === 1 && isInShard(position));
  return last === -1 ? refuseNoRows(testset, part, choice) : { has, end: last + 1, isSubset: true, shard: part };
}

/** @returns 1 for each row that is chosen, 0 for each other */
async function chooseRows(
  db: Db,
  testset: RevisedTestset,
  { where, failed_of, limit, sample, seed }: SubsetChoice,
  { keyOf, hasFailed }: RowTests,
): Promise<Uint8Array> {
  const conditions = (where ?? []).map(parseCondition);
  const matches = (row: TestsetRow) =>
    conditions.every(({ field, holds }) => holds(row[field])) && (failed_of == null || hasFailed(row));
  const chosen = new Uint8Array(testset.row_count);
  const sampler = sample == null ? null : createSampler(testset.row_count, sample, seed ?? 1);
  const countsCases = sampler !== null || limit != null;
  const seen = createHashTable();
  let cases = 0;
  for await (const page of streamTestsetRows(db, testset.revision_id)) {
    for (const { position, cells } of page) {
      const row = fromJson<TestsetRow>(cells);
      if (!matches(row)) continue;
      const first = countsCases ? seen.put(hashOf(keyOf(row)), position + 1, 0).first : null;
      if (first === null && cases === limit) return chosen;
      if (first === null) cases += 1;
      chosen[position] = 1;
      sampler?.add(position, (first ?? position + 1) - 1);
    }
  }
  sampler?.keepSample(chosen);
  return chosen;
}

/**
 * Creates what draws a sample of cases. A case is ranked by the position of its first row and the seed, so a seed draws the
 * same rows on every machine, and a larger sample contains a smaller one.
 */
function createSampler(rows: number, size: number, seed: number) {
  const ranks = new Uint32Array(rows);
  const ofCases: number[] = [];
  const word = mixBits(seed);
  return {
    add(position: number, first: number): void {
      // No two positions have the same rank.
      const rank = mixBits(mixBits(first + 1) ^ word);
      ranks[position] = rank;
      if (position === first) ofCases.push(rank);
    },
    /** Leaves only the rows of the sample. */
    keepSample(chosen: Uint8Array): void {
      const largest = Uint32Array.from(ofCases).toSorted()[size - 1];
      if (largest === undefined) return;
      for (const [position, rank] of ranks.entries()) if (rank > largest) chosen[position] = 0;
    },
  };
}

function refuseNoRows(testset: RevisedTestset, shard: Shard, choice: SubsetChoice | null): never {
  const { row_count: rows } = testset;
  const name = `Test set ${JSON.stringify(testset.name)}`;
  const none = noneBecause(shard, choice);
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: rows === 0 ? `${name} has no rows.` : `${name} has ${rows} rows: none ${none}.`,
    details: [
      {
        loc: ['body', rows === 0 ? 'testset_id' : 'options'],
        msg: rows === 0 ? 'The test set has no rows' : `The test set has ${rows} rows, none ${none}`,
        type: 'too_short',
      },
    ],
  });
}

function noneBecause({ index, count }: Shard, choice: SubsetChoice | null): string {
  const { where, failed_of } = choice ?? {};
  const reasons = [
    ...(failed_of == null ? [] : [`has the inputs of one that failed in evaluation ${failed_of}`]),
    ...(where == null || where.length === 0 ? [] : [`matches ${where.join(' and ')}`]),
    ...(count === 1 ? [] : [`is in shard ${index}/${count}`]),
  ];
  return reasons.join(' and ');
}
