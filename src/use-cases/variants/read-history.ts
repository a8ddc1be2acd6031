import type { Client } from '../../client/create-client.ts';
import type { EnvironmentOutput, EnvironmentRevision } from '../../contract/environments/environment.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { isUnexplainedFailure } from '../records/is-missing.ts';

/** The history of an environment, and which entries a number or a position means. */
export interface EnvironmentHistory {
  /** Oldest first. */
  readonly revisions: readonly EnvironmentRevision[];
  /** The entry that runs now; `undefined`: nothing runs, or a revision that has no entry. */
  readonly current: EnvironmentRevision | undefined;
  /** The entry before the current one. */
  readonly previous: EnvironmentRevision | undefined;
}

type NamedEnvironment = Pick<EnvironmentOutput, 'app_id' | 'name' | 'revision' | 'deployed_app_variant_revision_id'>;

/**
 * Reads the history of an environment. Our service numbers its entries; the public one repeats the variant's revision
 * in them, so there only their order and the running revision show which is which.
 *
 * @source facts §3.7
 */
export async function readHistory(client: Client, environment: NamedEnvironment): Promise<EnvironmentHistory> {
  const { app_id, name: environment_name, revision, deployed_app_variant_revision_id: running } = environment;
  const { revisions } = await client.getEnvironmentRevisions({ app_id, environment_name });
  const isOurs = (await client.extensions()) !== null;
  const current = isOurs
    ? revisions.find((one) => one.revision === revision)
    : revisions.findLast((one) => one.deployed_app_variant_revision === (running ?? undefined));
  const previous = isOurs
    ? revisions.find((one) => one.revision === (revision ?? 0) - 1)
    : revisions[(current === undefined ? revisions.length : revisions.indexOf(current)) - 1];
  return { revisions, current, previous };
}

/**
 * Finds the entry with a number.
 *
 * @returns `undefined`: there is none
 * @throws {WF_USAGE} when several entries have it, as on a public service
 */
export function findEntry(
  { revisions }: Pick<EnvironmentHistory, 'revisions'>,
  environment: string,
  number: number,
): EnvironmentRevision | undefined {
  const [found, ...others] = revisions.filter(({ revision }) => revision === number);
  if (others.length === 0) return found;
  throw new UserError({
    code: 'WF_USAGE',
    message: `${environment} has ${others.length + 1} revisions with the number ${number}: this service repeats the numbers of the variants' revisions.`,
    nextSteps: [`wf env revisions ${shellWord(environment)}`],
  });
}

/** Reads the history if the service can send it; releases of the public service fail for every environment. */
export async function readHistoryIfPossible(
  client: Client,
  environment: NamedEnvironment,
): Promise<EnvironmentHistory | null> {
  try {
    return await readHistory(client, environment);
  } catch (error) {
    if (isUnexplainedFailure(error)) return null;
    throw error;
  }
}
