import type { EvaluationForecast } from '../../../contract/evaluations/evaluation-progress.ts';
import type { NewEvaluation } from '../../../contract/evaluations/evaluation.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import { forecastSum } from '../../../evaluation/statistics/forecast.ts';
import { forecastJudges, createScoreCounter } from '../plan/judge-forecast.ts';
import { planEvaluation } from '../plan/plan-evaluation.ts';
import type { Operation, OperationContext } from '../../operation/operation.ts';
import { readSetParameters } from '../../variants/queries/revisions.ts';
import { fromJson } from '../../store/schema.ts';
import { evaluatorsOf, routesOf, toHostedDeployment } from '../../variants/queries/deployments.ts';
import { createWorkStore, selectPastScores } from '../queries/evaluation-work.ts';
import { selectPastCalls } from '../queries/evaluations.ts';
import { createHashTable, hashOf } from '../../../evaluation/testset/check/hash-table.ts';
import { streamTestsetRows } from '../../testsets/queries/testset-rows.ts';
import { type EvaluationParts, requireParts } from './create-evaluations.ts';

export const planEvaluations: Operation<'planEvaluations'> = {
  run: async ({ body }, context) => {
    const forecasts: EvaluationForecast[] = [];
    const wanted = { calls: new Set<string>(), scores: new Set<string>() };
    for (const parts of await requireParts(body, context)) forecasts.push(await forecast(body, parts, wanted, context));
    return forecasts;
  },
};

/** Keys of the calls and scores that the variants so far would compute: what several need is computed once. */
interface Wanted {
  readonly calls: Set<string>;
  readonly scores: Set<string>;
}

/** With fewer calls of a variant, the calls of its route predict better. */
const FEW_CALLS = 10;

/** Reads past calls, preferably of the variant itself: other variants may use other models. */
async function readPast({ app, revision, route }: EvaluationParts, { db }: OperationContext) {
  const own = await selectPastCalls(db, { appId: app.id, route, revisionId: revision.id });
  if (own.length >= FEW_CALLS) return { past: own, learned_of: 'variant' } as const;
  return { past: await selectPastCalls(db, { appId: app.id, route, revisionId: null }), learned_of: 'route' } as const;
}

async function forecast(body: NewEvaluation, parts: EvaluationParts, wanted: Wanted, context: OperationContext) {
  const { variant } = parts;
  const { judges, variables, ...counts } = await countCells(body, parts, wanted, context);
  const { past, learned_of } = await readPast(parts, context);
  const known = (figure: 'cost' | 'latency') => past.flatMap((call) => call[figure] ?? []);
  const cost = forecastSum(known('cost'), counts.calls);
  const work = forecastSum(known('latency'), counts.calls);
  // Calls that run at the same time.
  const lanes = Math.max(1, Math.min(body.rate_limit.batch_size, counts.calls));
  return {
    variant_id: variant.variant_id,
    variant: variant.variant_name,
    route: parts.route,
    ...counts,
    learned_from: past.length,
    learned_of,
    cost: cost?.sum ?? null,
    cost_interval: cost?.interval ? [...cost.interval] : null,
    ...forecastJudges(judges, judges.length === 0 ? [] : await selectPastScores(context.db, parts.app.id)),
    seconds: work === null ? null : work.sum / lanes,
    seconds_interval: work?.interval ? work.interval.map((end) => (end === null ? null : end / lanes)) : null,
    variables,
  };
}

/** Counts the stored outputs and scores that a run would use, and the calls it would make, by the same keys. */
async function countCells(
  body: NewEvaluation,
  parts: EvaluationParts,
  wanted: Wanted,
  { db, tools, service, now }: OperationContext,
) {
  const { deployment, route, revision, testset, configs } = parts;
  const plan = await planEvaluation(
    {
      id: 'forecast',
      parameters: await readSetParameters(db, revision.id),
      deployment: toHostedDeployment(deployment),
      routes: routesOf(deployment),
      evaluatorCode: evaluatorsOf(deployment),
      route,
      correctAnswerColumn: body.correct_answer_column ?? null,
      evaluatorConfigs: configs,
      providerKeys: {},
      startedByKey: null,
      rateLimit: body.rate_limit,
      options: body.options ?? {},
      createdAt: now,
    },
    tools,
    service.hosting,
  );
  const repeats = body.options?.repeat ?? 1;
  const work = createWorkStore();
  const counts = { rows: 0, cases: 0, cached: 0 };
  const known = createHashTable();
  const { cells: since, scores: judgedSince } = plan.storedSince;
  const callsBefore = wanted.calls.size;
  const scores = createScoreCounter(plan, configs, (keys) => work.findScores(db, keys, judgedSince), wanted.scores);
  for await (const page of streamTestsetRows(db, testset.revision_id)) {
    const cases = page
      .filter(({ position }) => parts.selected.has(position))
      .flatMap(({ position, cells }) => {
        const row = fromJson<TestsetRow>(cells);
        const input = plan.toInput(row);
        if (known.put(hashOf(parts.keyOf(row)), position + 1, 0).first === null) counts.cases += 1;
        return Array.from({ length: repeats }, (_, repeat) => ({ row, key: plan.cellKey(input, repeat) }));
      });
    const found = await work.findCells(db, [...new Set(cases.map(({ key }) => key))], since);
    counts.rows += cases.length;
    for (const { key } of cases) {
      if (found.has(key)) counts.cached += 1;
      else wanted.calls.add(key);
    }
    await scores.add(cases, found);
    if ((page.at(-1)?.position ?? 0) + 1 >= parts.selected.end) break;
  }
  const { counted, ignored } = plan.variables;
  return { ...counts, calls: wanted.calls.size - callsBefore, judges: scores.read(), variables: { counted, ignored } };
}
