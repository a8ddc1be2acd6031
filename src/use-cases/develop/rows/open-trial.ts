import type { Client } from '../../../client/create-client.ts';
import type { RouteSchema } from '../../../contract/deployments/route-schema.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';
import { findAppId, resolveAppId } from '../../apps/resolve-app.ts';
import { nameOfSource, type TextSource } from '../../files/read-text-source.ts';
import { type OpenedEvaluator, openEvaluators } from './open-evaluators.ts';
import type { NumberedRow } from './run-trial.ts';
import type { OwnEvaluators } from '../call-route.ts';
import { caseInputs, expectedColumns } from '../../../contract/evaluations/case-inputs.ts';
import { userError, UserError } from '../../../foundation/errors/wf-error.ts';
import { isRecord } from '../../../foundation/record.ts';
import { requireAnswerColumns, requireInputColumns } from '../../evaluations/require-columns.ts';
import { parseJsonSource, readJsonObject } from '../../files/read-json-source.ts';
import { parseRows } from '../../../contract/testsets/parse-rows.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import { countOf } from '../../../foundation/numbers.ts';
import { openTestsetFile } from '../../testsets/store-testset.ts';
import { resolveTestsetRevision } from '../../testsets/resolve-testset.ts';
import { walkRows } from '../../../client/public/testset-revision.ts';

export interface OpenTrialOptions extends Omit<TextSource, 'source'> {
  /** A stored test set or a file; without one, a call's inputs are the only row. */
  readonly testset?: string | undefined;
  /** The choice of rows. @defaultValue all */
  readonly rows?: string | undefined;
  readonly evaluators?: string | undefined;
  /** Configurations besides the call's own. */
  readonly with?: readonly string[] | undefined;
  /** The evaluators of the project's source, where that is called. */
  readonly own?: OwnEvaluators | undefined;
  /** Opens the service; a file without evaluators needs none. */
  readonly openClient: () => Promise<{ readonly client: Client; readonly app: string | null }>;
}

export interface OpenedTrial {
  readonly evaluators: readonly OpenedEvaluator[];
  readonly others: readonly Parameters[];
  /** The rows as the route takes them. @param inputs - those of the call */
  readonly rowsFor: (route: RouteSchema, inputs: Parameters) => NumberedRow[];
}

/** Reads what a trial needs before any row is called. Throws as what it reads does. */
export async function openTrial(options: OpenTrialOptions): Promise<OpenedTrial> {
  const { testset = null, rows: choice = null, evaluators: typed, with: configurations = [], cwd, stdin } = options;
  const others = await readConfigurations(configurations, { cwd, stdin });
  const openClient = async () => {
    const { client, app } = await options.openClient();
    // A project's app may not be deployed yet; without a name, the only app is meant.
    return { client, appId: app === null ? await resolveAppId({ client, app }) : await findAppId(client, app) };
  };
  const evaluators = typed === undefined ? [] : await openTyped(openClient, typed, options.own ?? null);
  if (testset === null) {
    return { evaluators, others, rowsFor: (_, inputs) => [{ row: 1, inputs, expected: {}, cells: {} }] };
  }
  const rows = await readTrialRows({ source: testset, cwd, stdin, choice, openClient });
  return { evaluators, others, rowsFor: (route) => prepareRows({ testset, rows, route, evaluators }) };
}

async function openTyped(
  openClient: () => Promise<{ readonly client: Client; readonly appId: string | null }>,
  typed: string,
  own: OwnEvaluators | null,
): Promise<OpenedEvaluator[]> {
  return await openEvaluators({ ...(await openClient()), typed, own });
}

interface ToInputsOptions {
  readonly testset: string;
  readonly rows: readonly ChosenRow[];
  readonly route: RouteSchema;
  readonly evaluators: readonly OpenedEvaluator[];
}

/**
 * Reads the inputs and the expected answers of rows, as an evaluation does.
 *
 * @throws {WF_TESTSET_INVALID} when a row lacks an input, or the column that an evaluator reads
 */
export function prepareRows({ testset: typed, rows, route, evaluators }: ToInputsOptions): NumberedRow[] {
  const testset = nameOfSource(typed);
  const columns = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))];
  requireAnswerColumns({ testset, columns, evaluators });
  for (const { row, cells } of rows) requireInputColumns({ testset, rows: [cells], start: row - 1, route });
  const expected = expectedColumns(evaluators.map(({ settings }) => settings));
  const toInputs = caseInputs(route, expected);
  return rows.map(({ row, cells }) => ({
    row,
    cells,
    inputs: toInputs(cells),
    expected: Object.fromEntries(Object.entries(cells).filter(([column]) => expected.has(column))),
  }));
}

/** Reads the configurations of `--with`: JSON objects, or `@FILE`. @throws {WF_INVALID_INPUT} for anything else */
async function readConfigurations(typed: readonly string[], from: Omit<TextSource, 'source'>): Promise<Parameters[]> {
  const configurations: Parameters[] = [];
  // One after the other: the error of the first bad one is the one that is shown.
  for (const text of typed) configurations.push(await readConfiguration(text, from));
  return configurations;
}

async function readConfiguration(text: string, from: Omit<TextSource, 'source'>): Promise<Parameters> {
  if (text.startsWith('@')) return await readJsonObject({ source: text.slice(1), ...from });
  const value = parseJsonSource('--with', text);
  if (isRecord(value)) return { ...value };
  throw userError('WF_INVALID_INPUT', `--with ${text} must be a JSON object with configuration values.`, [
    `--with '{"words": 80}'`,
    '--with @FILE',
  ]);
}

interface ReadTrialRowsOptions extends TextSource {
  /** Opens the service, for a stored test set. */
  readonly openClient: () => Promise<{ readonly client: Client; readonly appId: string | null }>;
  /** The choice of rows: `1-30, 45`; `null`: all. */
  readonly choice: string | null;
}

/** A row of a test set with its number, from 1. */
interface ChosenRow {
  readonly row: number;
  readonly cells: TestsetRow;
}

/**
 * Reads the chosen rows of a file, which is not stored, or of a stored test set.
 *
 * @throws {WF_USAGE} for a choice that is none, or of rows that the test set does not have
 */
async function readTrialRows(options: ReadTrialRowsOptions): Promise<ChosenRow[]> {
  const { source, choice } = options;
  const rows = await readAll(options);
  if (choice === null) return rows;
  const chosen = parseRows(choice, rows.length);
  if (chosen === null || chosen.length === 0) throw invalid(choice, source, rows.length);
  return chosen.flatMap((index) => rows[index] ?? []);
}

async function readAll(options: ReadTrialRowsOptions): Promise<ChosenRow[]> {
  const file = await openTestsetFile(options);
  const rows: ChosenRow[] = [];
  const add = (cells: TestsetRow): void => void rows.push({ row: rows.length + 1, cells });
  if (file !== null) {
    for await (const page of file.pages()) page.forEach(add);
    return rows;
  }
  const { client, appId } = await options.openClient();
  for await (const cells of walkRows(client, await resolveTestsetRevision(client, options.source, appId))()) add(cells);
  return rows;
}

function invalid(choice: string, source: string, count: number): UserError {
  return new UserError({
    code: 'WF_USAGE',
    message: `--rows cannot be ${JSON.stringify(choice)}: write rows as 1-30,45 or 60-. ${nameOfSource(source)} has ${countOf(count, 'row')}.`,
  });
}
