import type { HumanEvaluationScenario } from '../../../contract/human-evaluations/human-scenario.ts';
import type { EvaluationScenario } from '../../../contract/evaluations/evaluation.ts';
import type { Result } from '../../../contract/evaluations/result.ts';
import { combineScores, combineVotes } from '../combine-votes.ts';
import { fromJson } from '../../store/json-column.ts';
import { missingRecord } from '../../store/missing-record.ts';
import type { Database, Db } from '../../store/schema.ts';
import { readScenariosBetween } from '../../evaluations/queries/scenario-rows.ts';
import { type HumanVoteRow, readVotesOn } from './human-votes.ts';

export type HumanScenarioRow = Database['human_evaluation_scenarios'];

export interface StoredOutput {
  readonly variant_id: string;
  readonly variant_output: unknown;
}

/** A case with its outputs, each as it was stored with the case or as an evaluation made it. */
export interface HumanCase {
  readonly row: HumanScenarioRow;
  readonly outputs: readonly CaseOutput[];
}

export interface CaseOutput extends StoredOutput {
  /** Why there is none; `null` when there is, or may be one yet. */
  readonly error: string | null;
  /** True while an evaluation is to make it. */
  readonly isWaiting: boolean;
}

/** @throws {WF_NOT_FOUND} when no case has the id, or it is of another human evaluation */
export async function requireHumanScenario(db: Db, id: string, evaluationId?: string): Promise<HumanScenarioRow> {
  const found = await db.selectFrom('human_evaluation_scenarios').selectAll().where('id', '=', id).executeTakeFirst();
  if (found !== undefined && (evaluationId === undefined || found.human_evaluation_id === evaluationId)) return found;
  throw missingRecord('case of a human evaluation', id, []);
}

/** Reads a human evaluation's cases in the order of the test set. */
export async function readHumanScenarios(
  db: Db,
  evaluationId: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<HumanScenarioRow[]> {
  return await selectHumanScenarios(db, evaluationId).where('position', '>', after).limit(limit).execute();
}

/** Finds the case at a position, counted from 0. */
export async function findHumanScenarioAt(
  db: Db,
  evaluationId: string,
  position: number,
): Promise<HumanScenarioRow | null> {
  return (await selectHumanScenarios(db, evaluationId).where('position', '=', position).executeTakeFirst()) ?? null;
}

export async function countHumanScenarios(db: Db, evaluationId: string): Promise<number> {
  const { rows } = await db
    .selectFrom('human_evaluation_scenarios')
    .select(({ fn }) => fn.countAll<number | string>().as('rows'))
    .where('human_evaluation_id', '=', evaluationId)
    .executeTakeFirstOrThrow();
  return Number(rows);
}

export async function insertHumanScenarios(db: Db, rows: readonly HumanScenarioRow[]): Promise<void> {
  await db.insertInto('human_evaluation_scenarios').values(rows).execute();
}

export async function updateHumanScenario(
  db: Db,
  id: string,
  changes: Partial<Omit<HumanScenarioRow, 'id'>>,
): Promise<void> {
  await db.updateTable('human_evaluation_scenarios').set(changes).where('id', '=', id).execute();
}

function selectHumanScenarios(db: Db, evaluationId: string) {
  return db
    .selectFrom('human_evaluation_scenarios')
    .selectAll()
    .where('human_evaluation_id', '=', evaluationId)
    .orderBy('position');
}

/** Puts outputs to cases that follow each other. What somebody stored goes before what an evaluation made. */
export async function readCases(db: Db, rows: readonly HumanScenarioRow[]): Promise<HumanCase[]> {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return [];
  const made = await readMade(db, first.human_evaluation_id, first.position, last.position);
  return rows.map((row) => ({
    row,
    outputs: fromJson<StoredOutput[]>(row.outputs).map((stored) =>
      stored.variant_output === ''
        ? toOutput(stored.variant_id, made.get(`${row.position} ${stored.variant_id}`))
        : { ...stored, error: null, isWaiting: false },
    ),
  }));
}

/** @param result - `null`: not made yet; left out: nobody makes it */
function toOutput(variant_id: string, result: Result | null | undefined): CaseOutput {
  if (result == null) return { variant_id, variant_output: '', error: null, isWaiting: result === null };
  const error = result.error?.message ?? null;
  return { variant_id, variant_output: error === null ? (result.value ?? null) : '', error, isWaiting: false };
}

async function readMade(
  db: Db,
  humanEvaluationId: string,
  from: number,
  to: number,
): Promise<Map<string, Result | null>> {
  const made = new Map<string, Result | null>();
  const makers = await db
    .selectFrom('evaluations')
    .select(['id', 'variant_id'])
    .where('human_evaluation_id', '=', humanEvaluationId)
    .execute();
  for (const maker of makers) {
    for (const { position, outputs } of await readScenariosBetween(db, maker.id, [from, to])) {
      const [output] = outputs === null ? [] : fromJson<EvaluationScenario['outputs']>(outputs);
      made.set(`${position} ${maker.variant_id}`, output?.result ?? null);
    }
  }
  return made;
}

/** Makes the records that travel, for cases that follow each other. */
export async function toHumanScenarios(db: Db, rows: readonly HumanScenarioRow[]): Promise<HumanEvaluationScenario[]> {
  const cases = await readCases(db, rows);
  const votes = await readVotesOn(
    db,
    rows.map(({ id }) => id),
  );
  return cases.map(({ row, outputs }) => toRecord(row, outputs, votes.get(row.id) ?? []));
}

function toRecord(
  row: HumanScenarioRow,
  outputs: readonly StoredOutput[],
  votes: readonly HumanVoteRow[],
): HumanEvaluationScenario {
  return {
    id: row.id,
    evaluation_id: row.human_evaluation_id,
    inputs: fromJson<HumanEvaluationScenario['inputs']>(row.inputs),
    outputs: outputs.map(({ variant_id, variant_output }) => ({ variant_id, variant_output })),
    vote: combineVotes(votes),
    score: combineScores(votes),
    correct_answer: row.correct_answer,
    is_pinned: row.is_pinned === 1,
    note: row.note,
  };
}
