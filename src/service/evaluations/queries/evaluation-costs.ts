import { setImmediate } from 'node:timers/promises';
import type { EvaluationCost } from '../../../contract/evaluations/evaluation-costs.ts';
import type { EvaluationScenario } from '../../../contract/evaluations/evaluation.ts';
import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import { findEvaluator } from '../../../evaluation/evaluators/catalogue/evaluators.ts';
import { sumOf } from '../../../foundation/numbers.ts';
import { type Db, fromJson } from '../../store/schema.ts';

/** Evaluations, or rows with their outputs, that are read together. */
const PAGE_SIZE = 200;

export interface CostFilter {
  /** Ids of apps; `null`: all. */
  readonly among: readonly string[] | null;
  /** RFC 3339 in UTC; `null`: always. */
  readonly since: string | null;
}

type Spent = Pick<EvaluationCost, 'model' | 'kind' | 'calls' | 'cost' | 'unpriced'>;

/** Adds up what evaluations paid, by app, variant, model and kind. */
export async function readEvaluationCosts(db: Db, filter: CostFilter): Promise<EvaluationCost[]> {
  const sums = new Map<string, EvaluationCost>();
  const evaluations = readPaged((after) => selectPaying(db, filter, after).execute());
  for await (const { id, app_id, app_name, variant_name, ...evaluation } of evaluations) {
    const { spent_before: cost, unpriced_before: unpriced } = evaluation;
    const add = (spent: Spent) => {
      const key = JSON.stringify([app_id, variant_name, spent.model, spent.kind]);
      const sum = sums.get(key) ?? { app_id, app_name, variant_name, ...spent, calls: 0, cost: 0, unpriced: 0 };
      const total = { calls: sum.calls + spent.calls, cost: sum.cost + spent.cost };
      sums.set(key, { ...sum, ...total, unpriced: sum.unpriced + spent.unpriced });
    };
    // Of rows whose result was taken back: what they called is not stored.
    if (cost > 0 || unpriced > 0) add({ model: null, kind: 'call', calls: unpriced, cost, unpriced });
    const configs = new Map(fromJson<EvaluatorConfig[]>(evaluation.evaluator_configs).map((one) => [one.id, one]));
    for await (const row of paidRows(db, id)) for (const spent of spentOn(row, configs)) add(spent);
  }
  return [...sums.values()].toSorted((one, other) => other.cost - one.cost);
}

function selectPaying(db: Db, { among, since }: CostFilter, after: string) {
  return db
    .selectFrom('evaluations')
    .innerJoin('apps', 'apps.id', 'evaluations.app_id')
    .select([
      'evaluations.id',
      'evaluations.app_id',
      'apps.name as app_name',
      'evaluations.variant_name',
      'evaluations.evaluator_configs',
      'evaluations.spent_before',
      'evaluations.unpriced_before',
    ])
    .where('evaluations.id', '>', after)
    .where((the) =>
      the.and([
        ...(among === null ? [] : [the('evaluations.app_id', 'in', among)]),
        ...(since === null ? [] : [the('evaluations.created_at', '>=', since)]),
      ]),
    )
    .orderBy('evaluations.id')
    .limit(PAGE_SIZE);
}

/**
 * Reads pages until there are no more. Years of evaluations neither fill the memory nor, on SQLite, which answers
 * synchronously, block other callers.
 *
 * @yields the rows
 */
async function* readPaged<Row extends { readonly id: string }>(
  read: (after: string) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let after = ''; ;) {
    const rows = await read(after);
    yield* rows;
    if (rows.length < PAGE_SIZE) return;
    after = rows.at(-1)?.id ?? after;
    await setImmediate();
  }
}

interface PaidRow {
  readonly outputs: EvaluationScenario['outputs'];
  readonly results: EvaluationScenario['results'];
  readonly isCalled: boolean;
}

/** @yields rows that called a route or a judge */
async function* paidRows(db: Db, evaluationId: string): AsyncGenerator<PaidRow> {
  const paid = db
    .selectFrom('evaluation_outcomes')
    .select(['scenario_id as id', 'outputs', 'results', 'is_called'])
    .where('evaluation_id', '=', evaluationId)
    .where((the) => the.or([the('is_called', '=', 1), the('judge_calls', '>', 0)]))
    .orderBy('scenario_id')
    .limit(PAGE_SIZE);
  const rows = readPaged((after) => paid.where('scenario_id', '>', after).execute());
  for await (const { outputs, results, is_called: called } of rows)
    yield { outputs: fromJson(outputs), results: fromJson(results), isCalled: called === 1 };
  // Each evaluation takes a query of its own.
  await setImmediate();
}

function spentOn(row: PaidRow, configs: ReadonlyMap<string, EvaluatorConfig>): Spent[] {
  const called = row.isCalled ? row.outputs.flatMap(spentByCall) : [];
  const judged = row.results.flatMap(({ evaluator_config: id, result }): Spent[] => {
    const { calls, cost = null, reused = false } = result;
    if (calls == null || calls === 0 || reused === true) return [];
    return [
      { model: modelOf(configs.get(id)), kind: 'judge', calls, cost: cost ?? 0, unpriced: cost === null ? calls : 0 },
    ];
  });
  return [...called, ...judged];
}

function spentByCall({ cost = null, usage }: PaidRow['outputs'][number]): Spent[] {
  const uses = usage ?? [];
  if (uses.length === 0) return cost === null ? [] : [{ model: null, kind: 'call', calls: 1, cost, unpriced: 0 }];
  const spent = uses.map((use): Spent => {
    const { model, calls } = use;
    return { model, kind: 'call', calls, cost: use.cost ?? 0, unpriced: use.cost === null ? calls : 0 };
  });
  // What the workflow reported in addition to the calls that were seen.
  const rest = (cost ?? 0) - sumOf(spent, (one) => one.cost);
  return rest > 1e-9 ? [...spent, { model: null, kind: 'call', calls: 0, cost: rest, unpriced: 0 }] : spent;
}

/** Returns the model that a judge asks; `null`: it is a judge of the author's. */
function modelOf(config: EvaluatorConfig | undefined): string | null {
  if (config === undefined) return null;
  const template = findEvaluator(config.evaluator_key)?.evaluator.settings_template ?? {};
  const models = ['model', 'embedding_model'].map((name) => config.settings_values?.[name] ?? template[name]?.default);
  return models.find((model) => typeof model === 'string') ?? null;
}
