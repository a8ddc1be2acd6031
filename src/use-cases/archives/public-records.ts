import { isErroneous } from '../../evaluation/results/make-result.ts';
import { hash } from 'node:crypto';
import type { Client } from '../../client/create-client.ts';
import type { ArchiveRow, ArchiveTable } from '../../contract/archives/archive.ts';
import type { Evaluation, EvaluationScenario } from '../../contract/evaluations/evaluation.ts';
import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import type { ArchiveSource } from './archive-source.ts';

const MISSING = [
  'code: the service stores no bundles and no route schemas. Deploy after the import.',
  'which code an environment ran: its history lists only configurations.',
  'human evaluations, and the values of variables.',
];

/**
 * Reads an app from a service with only the public endpoints, as rows of our own tables.
 *
 * @source facts §2, §3.3, §3.7
 */
export async function readPublicRecords(client: Client, app_id: string): Promise<ArchiveSource> {
  const variants = await client.listAppVariants({ app_id });
  const readers: Partial<Record<ArchiveTable, () => AsyncIterable<ArchiveRow>>> = {
    apps: () => readApp(client, app_id),
    bases: () => readBases(variants),
    variants: () => each(variants, (variant) => [toVariant(variant)]),
    variant_revisions: () => each(variants, (variant) => readRevisions(client, variant)),
    environments: () => readEnvironments(client, app_id),
    environment_revisions: () => readHistory(client, app_id, variants),
    testsets: () => readTestsets(client),
    testset_revisions: () => readTestsetRevisions(client),
    testset_revision_rows: () => readTestsetRows(client),
    evaluator_configs: () => readEvaluatorConfigs(client, app_id),
    evaluations: () => readEvaluations(client, app_id),
    evaluation_scenarios: () => readScenarios(client, app_id, toScenario),
    evaluation_outcomes: () => readScenarios(client, app_id, toOutcome),
  };
  return { rows: (table) => readers[table]?.() ?? each([], () => []), variables: [], missing: MISSING };
}

async function* each<T>(
  items: readonly T[],
  toRows: (item: T, index: number) => readonly ArchiveRow[] | Promise<readonly ArchiveRow[]>,
): AsyncGenerator<ArchiveRow, void, undefined> {
  for (const [index, item] of items.entries()) yield* await toRows(item, index);
}

/** Converts a time to RFC 3339: those services use three formats, and some omit times. */
function toTime(text: string | null | undefined): string {
  const date = new Date((text ?? '').replace(' ', 'T'));
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}

/** Derives a stable id for a record without one, so that repeated exports are equal. */
function idOf(...parts: readonly (string | number)[]): string {
  const hex = hash('sha256', JSON.stringify(parts));
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function* readApp(client: Client, app_id: string): AsyncGenerator<ArchiveRow, void, undefined> {
  const app = (await client.listApps({})).find((one) => one.app_id === app_id);
  if (app === undefined) return;
  const time = toTime(app.updated_at);
  yield { id: app_id, name: app.app_name, app_type: app.app_type ?? null, created_at: time, updated_at: time };
}

async function* readBases(variants: readonly AppVariantResponse[]): AsyncGenerator<ArchiveRow, void, undefined> {
  const bases = new Map(variants.map((variant) => [variant.base_id, variant]));
  for (const [id, { app_id, base_name, created_at }] of bases) {
    yield { id, app_id, name: base_name, created_at: toTime(created_at) };
  }
}

/** The public service swaps the two times. */
function toVariant(variant: AppVariantResponse): ArchiveRow {
  const [first = '', second = ''] = [toTime(variant.created_at), toTime(variant.updated_at)].toSorted();
  return {
    id: variant.variant_id,
    app_id: variant.app_id,
    base_id: variant.base_id,
    name: variant.variant_name,
    config_name: variant.config_name,
    created_at: first,
    updated_at: second,
    modified_by_id: variant.modified_by_id ?? '',
  };
}

async function readRevisions(client: Client, variant: AppVariantResponse): Promise<ArchiveRow[]> {
  const { variant_id, revision, parameters } = variant;
  const listed = await client.listVariantRevisions({ variant_id });
  const rows = listed.map((one) => ({
    id: one.id ?? idOf(variant_id, one.revision),
    variant_id,
    revision: one.revision,
    parameters: JSON.stringify(one.config.parameters ?? {}),
    modified_by: one.modified_by,
    created_at: toTime(one.created_at),
  }));
  if (rows.some((row) => row.revision === revision)) return rows;
  const now = { parameters: JSON.stringify(parameters ?? {}), modified_by: variant.modified_by_id ?? '' };
  return [
    ...rows,
    { id: idOf(variant_id, revision), variant_id, revision, ...now, created_at: toTime(variant.updated_at) },
  ];
}

async function* readEnvironments(client: Client, app_id: string): AsyncGenerator<ArchiveRow, void, undefined> {
  const environments = await client.listAppEnvironments({ app_id });
  yield* each(environments, ({ name }, position) => [{ id: idOf(app_id, name), app_id, name, position }]);
}

// Its revision numbers repeat the variant's; ours count up. An entry whose revision is gone cannot be restored.
async function* readHistory(
  client: Client,
  app_id: string,
  variants: readonly AppVariantResponse[],
): AsyncGenerator<ArchiveRow, void, undefined> {
  const known = new Set<unknown>();
  for await (const { id } of each(variants, (variant) => readRevisions(client, variant))) known.add(id);
  for (const { name } of await client.listAppEnvironments({ app_id })) {
    const { revisions } = await client.getEnvironmentRevisions({ app_id, environment_name: name });
    const whole = revisions.filter(({ deployed_app_variant_revision: id }) => known.has(id));
    yield* each(whole, (one, index) => [
      {
        id: one.id,
        environment_id: idOf(app_id, name),
        revision: index + 1,
        variant_revision_id: one.deployed_app_variant_revision,
        deployment_id: null,
        modified_by: one.modified_by,
        created_at: toTime(one.created_at),
      },
    ]);
  }
}

async function* readTestsets(client: Client): AsyncGenerator<ArchiveRow, void, undefined> {
  const testsets = await client.listTestsets({});
  yield* each(testsets, ({ id, name, created_at, updated_at }) => [
    { id, name, created_at: toTime(created_at), updated_at: toTime(updated_at) },
  ]);
}

// The public service has no test set revisions: the rows become revision 1, with the test set's id.
async function* readTestsetRevisions(client: Client): AsyncGenerator<ArchiveRow, void, undefined> {
  yield* each(await client.listTestsets({}), async ({ id, name, created_at }) => {
    const { csvdata } = await client.getTestset({ testset_id: id });
    const columns = JSON.stringify([...new Set(csvdata.flatMap((row) => Object.keys(row)))]);
    const unknown = { content_tag: null, created_by: '', created_at: toTime(created_at) };
    return [{ id, testset_id: id, revision: 1, name, row_count: csvdata.length, columns, ...unknown }];
  });
}

async function* readTestsetRows(client: Client): AsyncGenerator<ArchiveRow, void, undefined> {
  for (const { id: testset_id } of await client.listTestsets({})) {
    const { csvdata } = await client.getTestset({ testset_id });
    yield* each(csvdata, (row, position) => [{ revision_id: testset_id, position, cells: JSON.stringify(row) }]);
  }
}

// The public service lists the configurations of all apps.
async function* readEvaluatorConfigs(client: Client, app_id: string): AsyncGenerator<ArchiveRow, void, undefined> {
  yield* each(await client.listEvaluatorConfigs({ app_id }), (config) => [
    {
      id: config.id,
      app_id,
      name: config.name,
      evaluator_key: config.evaluator_key,
      settings_values: JSON.stringify(config.settings_values ?? null),
      created_at: toTime(config.created_at),
      updated_at: toTime(config.updated_at),
    },
  ]);
}

async function* readEvaluations(client: Client, app_id: string): AsyncGenerator<ArchiveRow, void, undefined> {
  yield* each(await client.listEvaluations({ app_id }), async (evaluation) => {
    const rows = await client.listEvaluationScenarios({ evaluation_id: evaluation.id });
    return [{ ...toEvaluation(app_id, evaluation), row_count: rows.length }];
  });
}

const RATE_LIMIT = { batch_size: 10, max_retries: 3, retry_delay: 3, delay_between_batches: 5 };

function toEvaluation(app_id: string, evaluation: Evaluation): ArchiveRow {
  const configs = evaluation.aggregated_results.map(({ evaluator_config }) => evaluator_config);
  return {
    id: evaluation.id,
    app_id,
    variant_id: evaluation.variant_ids[0] ?? '',
    variant_name: evaluation.variant_names[0] ?? '',
    variant_revision_id: evaluation.variant_revision_ids[0] ?? '',
    revision: Number(evaluation.revisions[0] ?? 0) || 0,
    deployment_id: '',
    testset_id: evaluation.testset_id ?? '',
    testset_name: evaluation.testset_name ?? '',
    route: null,
    correct_answer_column: null,
    rate_limit: JSON.stringify(RATE_LIMIT),
    evaluator_configs: JSON.stringify(configs),
    status: JSON.stringify(evaluation.status),
    status_value: typeof evaluation.status.value === 'string' ? evaluation.status.value : 'EVALUATION_FINISHED',
    aggregated_results: JSON.stringify(evaluation.aggregated_results),
    human_evaluation_id: null,
    created_by: '',
    created_at: toTime(evaluation.created_at),
    updated_at: toTime(evaluation.updated_at),
  };
}

async function* readScenarios(
  client: Client,
  app_id: string,
  toRow: (scenario: EvaluationScenario, position: number) => ArchiveRow | null,
): AsyncGenerator<ArchiveRow, void, undefined> {
  for (const { id } of await client.listEvaluations({ app_id })) {
    const scenarios = await client.listEvaluationScenarios({ evaluation_id: id });
    yield* each(scenarios, (scenario, position) => {
      const row = toRow(scenario, position);
      return row === null ? [] : [row];
    });
  }
}

function toScenario({ id, evaluation_id, inputs, correct_answers }: EvaluationScenario, position: number): ArchiveRow {
  const cells = Object.fromEntries([
    ...inputs.map(({ name, value }) => [name, value] as const),
    ...correct_answers.map(({ key, value }) => [key, value] as const),
  ]);
  return { id, evaluation_id, position, cells: JSON.stringify(cells) };
}

function toOutcome({ id, evaluation_id, outputs, results }: EvaluationScenario): ArchiveRow | null {
  const [first] = outputs;
  if (first === undefined) return null;
  return {
    scenario_id: id,
    evaluation_id,
    outputs: JSON.stringify(outputs),
    results: JSON.stringify(results),
    cost: first.cost ?? null,
    latency: first.latency ?? null,
    is_error: isErroneous({ outputs, results }) ? 1 : 0,
  };
}
