import type { Client } from '../../../client/create-client.ts';
import type { RouteSchema } from '../../../contract/deployments/route-schema.ts';
import type { Parameters } from '../../../contract/variants/variant.ts';
import { findAppId, resolveAppId } from '../../apps/resolve-app.ts';
import type { TextSource } from '../../files/read-text-source.ts';
import { type OpenedEvaluator, openEvaluators } from './open-evaluators.ts';
import { prepareRows, readConfigurations } from './prepare-trial.ts';
import { readTrialRows } from './read-trial-rows.ts';
import type { NumberedRow } from './run-trial.ts';

export interface OpenTrialOptions extends Omit<TextSource, 'source'> {
  /** A stored test set or a file; without one, a call's inputs are the only row. */
  readonly testset?: string | undefined;
  /** The choice of rows. @defaultValue all */
  readonly rows?: string | undefined;
  readonly evaluators?: string | undefined;
  /** Configurations besides the call's own. */
  readonly with?: readonly string[] | undefined;
  /** Opens the service; a file without evaluators needs none. */
  readonly openClient: () => Promise<{ readonly client: Client; readonly app: string | null }>;
}

export interface OpenedTrial {
  readonly evaluators: readonly OpenedEvaluator[];
  readonly others: readonly Parameters[];
  /** The rows as the route takes them. @param inputs - those of the call */
  readonly rowsFor: (route: RouteSchema, inputs: Parameters) => NumberedRow[];
}

/** Reads what a trial needs before anything is built or called. Throws as what it reads does. */
export async function openTrial(options: OpenTrialOptions): Promise<OpenedTrial> {
  const { testset = null, rows: choice = null, evaluators: typed, with: configurations = [], cwd, stdin } = options;
  const others = await readConfigurations(configurations, { cwd, stdin });
  const openClient = async () => {
    const { client, app } = await options.openClient();
    // A project's app may not be deployed yet; without a name, the only app is meant.
    return { client, appId: app === null ? await resolveAppId({ client, app }) : await findAppId(client, app) };
  };
  const evaluators = typed === undefined ? [] : await openTyped(openClient, typed);
  if (testset === null) {
    return { evaluators, others, rowsFor: (_, inputs) => [{ row: 1, inputs, expected: {}, cells: {} }] };
  }
  const rows = await readTrialRows({ source: testset, cwd, stdin, choice, openClient });
  return { evaluators, others, rowsFor: (route) => prepareRows({ testset, rows, route, evaluators }) };
}

async function openTyped(
  openClient: () => Promise<{ readonly client: Client; readonly appId: string | null }>,
  typed: string,
): Promise<OpenedEvaluator[]> {
  const { client, appId } = await openClient();
  return await openEvaluators(client, appId, typed);
}
