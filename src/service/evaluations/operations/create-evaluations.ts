import { insertEvaluation, updateEvaluation, type EvaluationRow, toEvaluations } from '../queries/evaluations.ts';
import { countOf } from '../../../foundation/numbers.ts';
import { v7 as newId } from 'uuid';
import type { NewEvaluation } from '../../../contract/evaluations/evaluation.ts';
import type { EvaluatorConfig } from '../../../contract/evaluators/evaluator.ts';
import { closestNames } from '../../../foundation/closest-names.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import { statusResult } from '../../../contract/evaluations/evaluation-status.ts';
import { findEvaluator } from '../../../evaluation/evaluators/catalogue/evaluators.ts';
import { findProvider } from '../../../evaluation/judges/ask-provider.ts';
import { addLabels } from '../../labels/change-metadata.ts';
import { evaluationChange } from './evaluations.ts';
import type { Operation, OperationContext } from '../../operation/operation.ts';
import { sealProviderKeys } from '../../keys/provider-keys.ts';
import { type AppRow, requireApp } from '../../apps/queries.ts';
import { type DeploymentRow, findNewestDeployment, routesOf } from '../../variants/queries/deployments.ts';
import { requireEvaluatorConfig, toEvaluatorConfig } from '../../evaluators/queries.ts';
import { requireTestset, type RevisedTestset } from '../../testsets/queries/testsets.ts';
import { requireRevision, type RevisionRow } from '../../variants/queries/revisions.ts';
import { requireVariant, type VariantRow } from '../../variants/queries/variants.ts';
import type { Db } from '../../store/schema.ts';
import { markCases } from '../queries/cases.ts';
import { copyCases, insertScenarios, type MarkedCases, type SelectedRows } from '../queries/scenario-rows.ts';
import { caseKeys, inputKeys, requireColumns } from '../case-keys.ts';
import { readFailedInputs } from '../subset/failed-inputs.ts';
import { selectTestsetRows } from '../subset/select-testset-rows.ts';
import { appliedSubset } from '../../../contract/evaluations/subject.ts';
import type { RouteSchema } from '../../../contract/deployments/route-schema.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';

const FIRST_STATUS = 'EVALUATION_INITIALIZED';

export interface EvaluationParts {
  readonly app: AppRow;
  readonly variant: VariantRow;
  readonly revision: RevisionRow;
  readonly deployment: DeploymentRow;
  /** Path of the route to call. */
  readonly route: string;
  readonly testset: RevisedTestset;
  readonly configs: readonly EvaluatorConfig[];
  /** Column that names the cases; `null`: their inputs and expected answers do. */
  readonly clusterBy: string | null;
  /** Reads what the rows of one case have in common. */
  readonly keyOf: (row: TestsetRow) => unknown;
  readonly selected: SelectedRows;
}

export const createEvaluations: Operation<'createEvaluations'> = {
  audit: { kind: 'evaluation', verb: 'started' },
  run: async ({ body }, context) => {
    const { db } = context;
    const parts = await requireParts(body, context);
    await requireModels(body, parts, context);
    const rows: EvaluationRow[] = [];
    const runId = parts.length === 1 ? null : newId();
    const marked = new Map<EvaluationParts['keyOf'], MarkedCases>();
    for (const part of parts) {
      const row = { ...(await toRow(body, part, context)), run_id: runId };
      await insertEvaluation(db, row);
      const labelled = await addLabels(db, 'evaluation_labels', row.id, body.labels);
      const rowsOf = { ...part, repeats: body.options?.repeat ?? 1, evaluationId: row.id };
      const rowCount = await insertScenarios(db, rowsOf);
      const alike = marked.get(part.keyOf);
      const caseCount = alike === undefined ? await markCases(db, rowsOf) : await copyCases(db, alike, row.id);
      const end = part.selected.end * rowsOf.repeats;
      marked.set(part.keyOf, { evaluationId: row.id, count: caseCount, end });
      const counts = { row_count: rowCount, case_count: caseCount };
      await updateEvaluation(db, row.id, counts);
      rows.push({ ...row, ...counts });
      const summary = `started, ${countOf(rowCount, 'row')} of ${row.testset_name}${labelled}`;
      context.record({ ...evaluationChange(row), after: row.id, summary });
    }
    context.afterCommit(() => context.service.wakeRunner(rows.map(({ id }) => id)));
    return await toEvaluations(db, rows, context);
  },
};

export async function requireParts(body: NewEvaluation, { db }: Pick<OperationContext, 'db'>) {
  const app = await requireApp(db, body.app_id);
  const testset = await requireTestset(db, body.testset_id, body.testset_revision);
  requireShardOf(body);
  requireOneSize(body);
  const revisions = requireAsManyRevisions(body);
  const configs: EvaluatorConfig[] = [];
  // An evaluator that is named twice judges once.
  for (const id of new Set(body.evaluators_configs))
    configs.push(toEvaluatorConfig(await requireEvaluatorConfig(db, id)));
  const clusterBy = await requireColumns(db, testset, body.options ?? {});
  const parts: EvaluationParts[] = [];
  for (const [index, id] of body.variant_ids.entries()) {
    const variant = await requireVariantOf(db, app, id, index);
    const revision = await requireRevision(db, variant, revisions[index] ?? variant.revision);
    const deployment = await requireCode(db, variant);
    const schema = requireRoute(deployment, body.route ?? null);
    // Variants of one deployment have the same rows and cases.
    const alike = parts.find((part) => part.deployment.id === deployment.id);
    const { keyOf, selected } = alike ?? (await selectRows(db, body, { testset, configs, clusterBy, schema }));
    parts.push({
      app,
      variant,
      revision,
      deployment,
      route: schema.path,
      testset,
      configs,
      clusterBy,
      keyOf,
      selected,
    });
  }
  return parts;
}

interface RowsToSelect extends Pick<EvaluationParts, 'testset' | 'configs' | 'clusterBy'> {
  readonly schema: RouteSchema;
}

async function selectRows(db: Db, body: NewEvaluation, { testset, configs, clusterBy, schema }: RowsToSelect) {
  const reading = { route: schema, configs, correctAnswerColumn: body.correct_answer_column ?? null };
  const keyOf = caseKeys({ ...reading, clusterBy });
  const [evaluationId, appId] = [body.options?.subset?.failed_of ?? null, body.app_id];
  const hasFailed =
    evaluationId === null
      ? () => true
      : await readFailedInputs(db, { evaluationId, appId, testsetId: testset.id, toInput: inputKeys(reading) });
  return { keyOf, selected: await selectTestsetRows(db, testset, body.options ?? {}, { keyOf, hasFailed }) };
}

/** Refuses judges without a model: they would fail every row after its call was paid for. @source facts §2.7 */
async function requireModels(body: NewEvaluation, parts: readonly EvaluationParts[], { tools }: OperationContext) {
  const asksModels = parts.some(({ configs }) =>
    configs.some(({ evaluator_key }) => findEvaluator(evaluator_key)?.evaluator.requires_llm_api_keys === true),
  );
  if (asksModels) await findProvider({ ...tools, providerKeys: body.lm_providers_keys ?? {} });
}

function requireShardOf({ options }: NewEvaluation): void {
  const { index = 1, count = 1 } = options?.shard ?? {};
  if (index <= count) return;
  const msg = `Input should be no more than ${count}, the number of shards`;
  const loc = ['options', 'shard', 'index'];
  throw refuse(`There is no shard ${index} of ${count}.`, loc, msg, 'less_than_equal');
}

function requireOneSize({ options }: NewEvaluation): void {
  const { sample, limit } = options?.subset ?? {};
  if (sample == null || limit == null) return;
  const msg = 'Input should have a sample or a limit, not both';
  throw refuse('A subset is a sample or the first cases, not both.', ['options', 'subset', 'limit'], msg);
}

function requireAsManyRevisions({ variant_ids, variant_revisions }: NewEvaluation): readonly number[] {
  if (variant_revisions == null || variant_revisions.length === variant_ids.length) return variant_revisions ?? [];
  const msg = `Input should have ${variant_ids.length} items`;
  throw refuse('variant_revisions has another length than variant_ids.', ['variant_revisions'], msg);
}

async function requireVariantOf(db: Db, app: AppRow, id: string, index: number): Promise<VariantRow> {
  const variant = await requireVariant(db, id);
  if (variant.app_id === app.id) return variant;
  const message = `Variant ${JSON.stringify(variant.variant_name)} belongs to another app.`;
  throw refuse(message, ['variant_ids', index], `The variant belongs to app ${variant.app_name}`);
}

async function requireCode(db: Db, variant: VariantRow): Promise<DeploymentRow> {
  const deployment = await findNewestDeployment(db, variant.base_id);
  if (deployment !== null) return deployment;
  throw new UserError({
    code: 'WF_CONFLICT',
    message: `Variant ${JSON.stringify(variant.variant_name)} has no deployed code to evaluate.`,
  });
}

/** Without a path, it is the entrypoint or the only route. */
function requireRoute(deployment: DeploymentRow, route: string | null): RouteSchema {
  const routes = routesOf(deployment);
  const paths = routes.map(({ path }) => path);
  const wanted = route ?? (paths.length === 1 ? paths[0] : '/');
  const served = routes.find(({ path }) => path === wanted);
  if (served !== undefined) return served;
  const near = route === null ? [] : closestNames(route, paths);
  const msg = `Input should be a deployed route: ${(near.length > 0 ? near : paths).join(', ')}`;
  const message = route === null ? 'The app has several routes: name one.' : `There is no route ${route}.`;
  throw refuse(message, ['route'], msg, route === null ? 'missing' : 'enum');
}

/** @param loc - path of the field in the request's body */
function refuse(message: string, loc: readonly (string | number)[], msg: string, type = 'value_error'): UserError {
  return new UserError({ code: 'WF_INVALID_INPUT', message, details: [{ loc: ['body', ...loc], msg, type }] });
}

async function toRow(
  body: NewEvaluation,
  parts: EvaluationParts,
  { principal, now, service: { secrets } }: OperationContext,
): Promise<Omit<EvaluationRow, 'run_id'>> {
  const id = newId();
  return {
    id,
    project_id: parts.app.project_id,
    app_id: parts.app.id,
    variant_id: parts.variant.variant_id,
    variant_name: parts.variant.variant_name,
    variant_revision_id: parts.revision.id,
    revision: parts.revision.revision,
    deployment_id: parts.deployment.id,
    testset_id: parts.testset.id,
    testset_name: parts.testset.name,
    testset_revision: parts.testset.revision,
    route: parts.route,
    correct_answer_column: body.correct_answer_column ?? null,
    provider_keys: await sealProviderKeys(secrets, id, body.lm_providers_keys ?? {}),
    rate_limit: JSON.stringify(body.rate_limit),
    evaluator_configs: JSON.stringify(parts.configs),
    status: JSON.stringify(statusResult(FIRST_STATUS)),
    status_value: FIRST_STATUS,
    aggregated_results: '[]',
    human_evaluation_id: null,
    options: JSON.stringify({ ...body.options, cluster_by: parts.clusterBy, ...storedSubset(body, parts) }),
    row_count: 0,
    case_count: null,
    summary: null,
    totals: null,
    spent_before: 0,
    failed_before: 0,
    unpriced_before: 0,
    created_by: principal.name,
    started_by_key: principal.sessionOf ?? principal.id,
    created_at: now,
    updated_at: now,
    archived_at: null,
    bundle_sha256: parts.deployment.artifact_sha256,
    variables_hash: null,
  };
}

/** The choice of rows, and how many there were to choose from. */
function storedSubset({ options }: NewEvaluation, { testset }: EvaluationParts) {
  const subset = appliedSubset(options?.subset);
  const isPart = subset !== null || (options?.shard?.count ?? 1) > 1;
  return { subset, ...(isPart ? { testset_rows: testset.row_count } : {}) };
}
