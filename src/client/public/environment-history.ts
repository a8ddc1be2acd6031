import type { Client } from '../create-client.ts';
import type { EnvironmentOutput, EnvironmentRevision } from '../../contract/environments/environment.ts';
import { recover, usageError } from '../../foundation/errors/wf-error.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { chooseRollback } from '../../contract/environments/rollback-plan.ts';
import { isUnexplainedFailure } from './is-missing.ts';

/** The history of an environment, and which entries a number or a position means. */
export interface EnvironmentHistory {
  /** Oldest first. */
  readonly revisions: readonly EnvironmentRevision[];
  /** The entry that runs now; `undefined`: nothing runs, or a revision that has no entry. */
  readonly current: EnvironmentRevision | undefined;
  /** The entry before the current one. */
  readonly previous: EnvironmentRevision | undefined;
}

type RunningEnvironment = Pick<EnvironmentOutput, 'app_id' | 'name' | 'revision' | 'deployed_app_variant_revision_id'>;
export type NamedEnvironment = RunningEnvironment & Pick<EnvironmentOutput, 'deployed_variant_name'>;

/**
 * Reads the history of an environment. Our service numbers its entries; the public one repeats the variant's revision
 * in them, so there only their order and the running revision show which is which.
 *
 * @source facts §3.7
 */
export async function readHistory(client: Client, environment: RunningEnvironment): Promise<EnvironmentHistory> {
  const { app_id, name: environment_name, revision, deployed_app_variant_revision_id: running } = environment;
  const { revisions } = await client.getEnvironmentRevisions({ app_id, environment_name });
  const isOurs = await isNumbered(client);
  const current = isOurs
    ? revisions.find((one) => one.revision === revision)
    : revisions.findLast((one) => one.deployed_app_variant_revision === (running ?? undefined));
  const previous = isOurs
    ? revisions.find((one) => one.revision === (revision ?? 0) - 1)
    : revisions[(current === undefined ? revisions.length : revisions.indexOf(current)) - 1];
  return { revisions, current, previous };
}

/**
 * Finds what a roll-back without a number restores at a public service. It does not mark roll-backs: an entry that runs
 * what an earlier one ran counts as one, so that a second roll-back does not return to what the first one left.
 */
export function findBefore({ revisions, current }: EnvironmentHistory): EnvironmentRevision | undefined {
  const past = current === undefined ? revisions : revisions.slice(0, revisions.indexOf(current) + 1);
  // A running revision without an entry comes after all of them.
  if (current === undefined) return past.at(-1);
  const ids = past.map((each) => each.deployed_app_variant_revision);
  const marked = past.map((each, index) => {
    const first = ids.indexOf(each.deployed_app_variant_revision);
    return { ...each, deployment: null, revision: index + 1, restored_from: first < index ? first + 1 : null };
  });
  const { target } = chooseRollback(marked, false);
  return target === null ? undefined : past[target.revision - 1];
}

/** Returns whether the service numbers the entries of histories, and names the variants that they ran. */
export async function isNumbered(client: Client): Promise<boolean> {
  return (await client.extensions()) !== null;
}

/**
 * Finds the entry with a number, or with an id or the beginning of one. Entries that ran the same are one: on a public
 * service, numbers are those of the variants' revisions, and repeat.
 *
 * @param typed - a number, an id, or at least four characters of one
 * @param toStep - words the command for one of several entries. Left out: only the list of them is offered
 * @returns `undefined`: there is none
 * @throws {WF_USAGE} when several entries have it that ran something different
 */
export function findEntry(
  { revisions }: Pick<EnvironmentHistory, 'revisions'>,
  environment: string,
  typed: string | number,
  toStep?: (id: string) => string,
): EnvironmentRevision | undefined {
  const named = String(typed);
  const numbered = revisions.filter(({ revision }) => String(revision) === named);
  const isShort = named.length < (/^\d+$/.test(named) ? SHOWN_ID_LENGTH : MIN_ID_LENGTH);
  const identified = revisions.filter(({ id }) => id === named || (!isShort && id.startsWith(named)));
  const matches = numbered.length > 0 ? numbered : identified;
  const different = [...new Map(matches.map((one) => [one.deployed_app_variant_revision, one])).values()];
  if (different.length <= 1) return matches.at(-1);
  const steps = toStep === undefined ? [] : different.slice(-LISTED).map(({ id }) => toStep(id));
  const isNumber = numbered.length > 0;
  throw usageError(
    isNumber
      ? `${environment} has ${matches.length} revisions with the number ${named}: this service repeats the numbers of the variants' revisions.`
      : `${environment} has ${matches.length} revisions whose ids begin with ${named}.`,
    [`wf env revisions ${shellWord(environment)}`, ...steps],
  );
}

/** A shorter text is a mistyped number rather than the beginning of an id. */
const MIN_ID_LENGTH = 4;
/** Of digits only, a text is the beginning of an id if it is as long as lists show ids. */
const SHOWN_ID_LENGTH = 8;
/** A refusal offers at most this many entries. */
const LISTED = 5;

/** Reads the history if the service can send it; releases of the public service fail for every environment. */
export async function readHistoryIfPossible(
  client: Client,
  environment: RunningEnvironment,
): Promise<EnvironmentHistory | null> {
  return await recover(readHistory(client, environment), isUnexplainedFailure, null);
}

/** Words the roll-back to one of several entries with the same number. */
export function toRollback(environment: string): (id: string) => string {
  return (id) => `wf env rollback ${shellWord(environment)} --to ${shellWord(id)}`;
}
