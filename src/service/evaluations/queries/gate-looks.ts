import { hash } from 'node:crypto';
import type { TestedEvaluation } from '../../../contract/evaluations/evaluation.ts';
import { isWhole } from '../../../contract/evaluations/subject.ts';
import { type ChosenEvaluation, subjectOf } from '../../../evaluation/gate/count-choices.ts';
import type { Db } from '../../store/schema.ts';
import { type EvaluationRow, toEvaluations } from './evaluations.ts';

/** What a look is at, as two hashes: looks at the same subject spend one error rate, and the same data is one look. */
interface LookIdentity {
  /** The gate's content, test set, route, candidate and baseline. Parts of the test set spend a rate of their own: they promote nothing. */
  readonly subject: string;
  /** The figures of both evaluations: they change when rows are added or asked again. */
  readonly figures: string;
}

/** Identifies a gate's look at stored evaluations. */
export async function identifyLook(
  db: Db,
  gateSha256: string,
  candidate: EvaluationRow,
  baseline: EvaluationRow | null,
): Promise<LookIdentity> {
  const rows = baseline === null ? [candidate] : [candidate, baseline];
  const both = await toEvaluations(db, rows, null);
  const part = both.every(isWhole) ? [] : ['part'];
  const { testset_id, route } = candidate;
  const counts = rows.map(({ row_count }) => row_count);
  return {
    subject: hash('sha256', JSON.stringify([gateSha256, testset_id, route, ...both.map(subjectOf), ...part])),
    figures: hash('sha256', JSON.stringify([counts, ...both.map(figuresOf)])),
  };
}

function figuresOf({ aggregated_results, average_cost, average_latency, testset_revision }: TestedEvaluation) {
  const scores = aggregated_results.map(({ evaluator_config: { name }, result }) => [name, result.value]);
  return [testset_revision ?? null, scores, average_cost?.value ?? null, average_latency?.value ?? null];
}

/**
 * Stores a look of a gate, unless it has looked at these figures before.
 *
 * @returns its number, from 1
 */
export async function storeLook(db: Db, appId: string, identity: LookIdentity, now: string): Promise<number> {
  const { known, count } = await readLooks(db, appId, identity);
  if (known !== null) return known;
  const look = count + 1;
  await db
    .insertInto('gate_looks')
    .values({ app_id: appId, ...identity, look, created_at: now })
    // Of transactions at once, PostgreSQL then lets one win and runs the others again.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return look;
}

/** Answers whether a gate has looked at these figures before. */
export async function isStoredLook(db: Db, appId: string, identity: LookIdentity): Promise<boolean> {
  return (await readLooks(db, appId, identity)).known !== null;
}

/** Finds the number of the look at these figures, or of the next one, without storing it. */
export async function findLook(db: Db, appId: string, identity: LookIdentity): Promise<number> {
  const { known, count } = await readLooks(db, appId, identity);
  return known ?? count + 1;
}

async function readLooks(db: Db, appId: string, { subject, figures }: LookIdentity) {
  const looks = await db
    .selectFrom('gate_looks')
    .select(['look', 'figures'])
    .where('app_id', '=', appId)
    .where('subject', '=', subject)
    .execute();
  return { known: looks.find((each) => each.figures === figures)?.look ?? null, count: looks.length };
}

/** The newest evaluations of the same rows that choices are counted among. */
const MAX_EVALUATIONS = 1000;

/** Reads the finished evaluations on the same test set and route. */
export async function readOnSameRows(db: Db, row: EvaluationRow): Promise<ChosenEvaluation[]> {
  const rows = await db
    .selectFrom('evaluations')
    .selectAll()
    .where('app_id', '=', row.app_id)
    .where('testset_id', '=', row.testset_id)
    .where('human_evaluation_id', 'is', null)
    .where('totals', 'is not', null)
    .orderBy('id', 'desc')
    .limit(MAX_EVALUATIONS)
    .execute();
  return await toEvaluations(db, rows, null);
}
