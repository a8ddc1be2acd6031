import { createHash } from 'node:crypto';
import type { ArchiveRow, ArchiveTable } from '../../contract/archives/archive.ts';
import type { EvaluationScenario } from '../../contract/evaluations/evaluation.ts';
import { isErroneous } from '../../contract/evaluations/evaluation-status.ts';
import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import { setValuesOf } from '../../contract/variants/route-parameters.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import type { Client } from '../create-client.ts';
import { orUnsupported } from './is-missing.ts';
import { describeRows } from './testset-revision.ts';

/** Source of an archive's rows. */
export interface ArchiveSource {
  /** Rows of a table, in order. */
  rows(table: ArchiveTable): AsyncIterable<ArchiveRow>;
  /** Names of the variables of the app's workflow. */
  readonly variables: readonly string[];
  /** Descriptions of what the service cannot provide. */
  readonly missing: readonly string[];
}

/** Reads an app as the rows of its archive; of another service, those that its public endpoints have. */
export async function readArchive(client: Client, app_id: string): Promise<ArchiveSource> {
  const variables = await orUnsupported(client.listVariables({ app_id }), null);
  if (variables === null) return await readPublicRecords(client, app_id);
  const rows = (table: ArchiveTable) => client.paginate('exportTable', { app_id, table, limit: MAX_ROWS_IN_FLIGHT });
  return { rows, variables: variables.map(({ name }) => name), missing: await describeOwnVariables(client, app_id) };
}

/** Describes the variables that single environments have: their values are as little in the archive as those of the app. */
async function describeOwnVariables(client: Client, app_id: string): Promise<string[]> {
  const environments = await client.listAppEnvironments({ app_id });
  const described = environments.map(async ({ name: environment_name }) => {
    const found = await orUnsupported(client.listEnvironmentVariables({ app_id, environment_name }), []);
    const own = found.filter(({ from }) => from === 'environment').map(({ name }) => name);
    const [first] = own;
    if (first === undefined) return [];
    const setThem = `Set each: wf env vars set ${shellWord(first)} --env ${shellWord(environment_name)}`;
    return [`the values of ${own.join(', ')} in ${environment_name}. ${setThem}`];
  });
  return (await Promise.all(described)).flat();
}

export const MAX_ROWS_IN_FLIGHT = 100;

const MISSING = [
  'code: the service stores no bundles and no route schemas. Deploy after the import.',
  'which code an environment ran: its history lists only configurations.',
  'human evaluations, and the values of variables.',
];

/** @source facts §2, §3.3, §3.7 */
export async function readPublicRecords(client: Client, app_id: string): Promise<ArchiveSource> {
  const variants = await client.listAppVariants({ app_id });
  const environments = () => client.listAppEnvironments({ app_id });
  const readRows = async (testset_id: string) => (await client.getTestset({ testset_id })).csvdata;
  const readScenarios = (toRows: (scenario: EvaluationScenario, position: number) => ArchiveRow[]) =>
    each(client.listEvaluations({ app_id }), async ({ id }) =>
      (await client.listEvaluationScenarios({ evaluation_id: id })).flatMap(toRows),
    );
  const readers: Partial<Record<ArchiveTable, () => AsyncIterable<ArchiveRow>>> = {
    apps: () =>
      each(client.listApps({}), ({ app_id: id, app_name: name, app_type = null, updated_at }) =>
        id === app_id ? [{ id, name, app_type, created_at: toTime(updated_at), updated_at: toTime(updated_at) }] : [],
      ),
    bases: () =>
      each(
        new Map(variants.map((variant) => [variant.base_id, variant])).values(),
        ({ base_id, base_name, ...base }) => [
          { id: base_id, app_id: base.app_id, name: base_name, created_at: toTime(base.created_at) },
        ],
      ),
    variants: () => each(variants, toVariant),
    variant_revisions: () => each(variants, (variant) => readRevisions(client, variant)),
    environments: () =>
      each(environments(), ({ name }, position) => [{ id: idOf(app_id, name), app_id, name, position }]),
    environment_revisions: async function* () {
      const known = new Set<unknown>();
      for await (const { id } of each(variants, (variant) => readRevisions(client, variant))) known.add(id);
      yield* each(environments(), ({ name }) => readHistory(client, app_id, name, known));
    },
    testsets: () =>
      each(client.listTestsets({}), ({ id, name, created_at, updated_at }) => [
        { id, name, created_at: toTime(created_at), updated_at: toTime(updated_at) },
      ]),
    // The public service has no test set revisions: the rows become revision 1, with the test set's id.
    testset_revisions: () =>
      each(client.listTestsets({}), async (testset) => {
        const { rows, columns, created_at, ...revision } = describeRows(testset, await readRows(testset.id));
        const texts = { columns: JSON.stringify(columns), created_at: toTime(created_at) };
        return [{ ...revision, content_tag: null, revision: 1, row_count: rows, ...texts }];
      }),
    testset_revision_rows: () =>
      each(client.listTestsets({}), async ({ id }) =>
        (await readRows(id)).map((row, position) => ({ revision_id: id, position, cells: JSON.stringify(row) })),
      ),
    evaluator_configs: () =>
      each(
        client.listEvaluatorConfigs({ app_id }),
        ({ id, name, evaluator_key, settings_values, created_at, updated_at }) => {
          const texts = { settings_values: JSON.stringify(settings_values ?? null), created_at: toTime(created_at) };
          return [{ id, app_id, name, evaluator_key, ...texts, updated_at: toTime(updated_at) }];
        },
      ),
    evaluations: () => readEvaluations(client, app_id),
    evaluation_scenarios: () => readScenarios(toScenario),
    evaluation_outcomes: () => readScenarios(toOutcome),
  };
  return { rows: (table) => readers[table]?.() ?? each([], () => []), variables: [], missing: MISSING };
}

async function* each<T>(
  items: Iterable<T> | Promise<Iterable<T>>,
  toRows: (item: T, index: number) => ArchiveRow[] | Promise<ArchiveRow[]>,
): AsyncGenerator<ArchiveRow, void, undefined> {
  let index = 0;
  for (const item of await items) {
    yield* await toRows(item, index);
    index += 1;
  }
}

/** Converts a time to RFC 3339: those services use three formats, and some omit times. */
function toTime(text: string | null | undefined): string {
  const date = new Date((text ?? '').replace(' ', 'T'));
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}

/** Derives a stable id for a record without one, so that repeated exports are equal. */
function idOf(...parts: readonly (string | number)[]): string {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The public service swaps the two times. */
function toVariant(variant: AppVariantResponse): ArchiveRow[] {
  const { variant_id: id, variant_name: name, app_id, base_id, config_name, modified_by_id } = variant;
  const [created_at = '', updated_at = ''] = [toTime(variant.created_at), toTime(variant.updated_at)].toSorted();
  return [{ id, app_id, base_id, name, config_name, created_at, updated_at, modified_by_id: modified_by_id ?? '' }];
}

async function readRevisions(client: Client, variant: AppVariantResponse): Promise<ArchiveRow[]> {
  const { variant_id, revision } = variant;
  const rows = (await client.listVariantRevisions({ variant_id })).map((one) => ({
    id: one.id ?? idOf(variant_id, one.revision),
    variant_id,
    revision: one.revision,
    parameters: JSON.stringify(setValuesOf(one.config)),
    modified_by: one.modified_by,
    created_at: toTime(one.created_at),
  }));
  if (rows.some((row) => row.revision === revision)) return rows;
  const current = {
    id: idOf(variant_id, revision),
    variant_id,
    revision,
    parameters: JSON.stringify(setValuesOf(variant)),
    modified_by: variant.modified_by_id ?? '',
    created_at: toTime(variant.updated_at),
  };
  return [...rows, current];
}

// Its revision numbers repeat the variant's; ours count up. An entry whose revision is gone cannot be restored.
async function readHistory(
  client: Client,
  app_id: string,
  environment_name: string,
  known: ReadonlySet<unknown>,
): Promise<ArchiveRow[]> {
  const { revisions } = await client.getEnvironmentRevisions({ app_id, environment_name });
  const whole = revisions.filter(({ deployed_app_variant_revision: id }) => known.has(id));
  return whole.map(({ id, deployed_app_variant_revision, modified_by, created_at }, index) => ({
    id,
    environment_id: idOf(app_id, environment_name),
    revision: index + 1,
    variant_revision_id: deployed_app_variant_revision,
    deployment_id: null,
    modified_by,
    created_at: toTime(created_at),
  }));
}

const RATE_LIMIT = { batch_size: 10, max_retries: 3, retry_delay: 3, delay_between_batches: 5 };

function readEvaluations(client: Client, app_id: string): AsyncIterable<ArchiveRow> {
  return each(client.listEvaluations({ app_id }), async (evaluation) => {
    const { id, status, aggregated_results } = evaluation;
    const rows = await client.listEvaluationScenarios({ evaluation_id: id });
    return [
      {
        id,
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
        evaluator_configs: JSON.stringify(aggregated_results.map(({ evaluator_config }) => evaluator_config)),
        status: JSON.stringify(status),
        status_value: typeof status.value === 'string' ? status.value : 'EVALUATION_FINISHED',
        aggregated_results: JSON.stringify(aggregated_results),
        human_evaluation_id: null,
        created_by: '',
        created_at: toTime(evaluation.created_at),
        updated_at: toTime(evaluation.updated_at),
        row_count: rows.length,
      },
    ];
  });
}

function toScenario(
  { id, evaluation_id, inputs, correct_answers }: EvaluationScenario,
  position: number,
): ArchiveRow[] {
  const cells = Object.fromEntries([
    ...inputs.map(({ name, value }) => [name, value] as const),
    ...correct_answers.map(({ key, value }) => [key, value] as const),
  ]);
  return [{ id, evaluation_id, position, cells: JSON.stringify(cells) }];
}

function toOutcome({ id, evaluation_id, outputs, results }: EvaluationScenario): ArchiveRow[] {
  const [first] = outputs;
  if (first === undefined) return [];
  const { cost = null, latency = null } = first;
  const is_error = isErroneous({ outputs, results }) ? 1 : 0;
  const texts = { outputs: JSON.stringify(outputs), results: JSON.stringify(results) };
  return [{ scenario_id: id, evaluation_id, ...texts, cost, latency, is_error }];
}
