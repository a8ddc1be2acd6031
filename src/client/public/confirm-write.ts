import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import type { Client } from '../create-client.ts';
import { orMissing } from './is-missing.ts';
import { isServiceError, isWfError, recover, userError } from '../../foundation/errors/wf-error.ts';
import { isDeepStrictEqual } from 'node:util';

export interface WriteCheck {
  readonly client: Client;
  /** Reads the service and returns whether it did what it confirmed. */
  readonly isDone: () => Promise<boolean>;
  /** What it confirmed and did not do, as in "It confirmed the deletion of app support, and still lists it." */
  readonly otherwise: string;
  readonly nextSteps: readonly string[];
}

/**
 * Checks that a service did what it confirmed. Ours does, or answers with an error; another one may ignore a request.
 *
 * @returns a warning if nothing can be read anymore; `null`: it is done
 * @throws {WF_UNEXPECTED_ANSWER} when it is not done
 */
export async function confirmWrite({ client, isDone, otherwise, nextSteps }: WriteCheck): Promise<string | null> {
  if ((await client.extensions()) !== null) return null;
  try {
    if (await isDone()) return null;
  } catch (error) {
    if (!isWfError(error) || error.code === 'WF_BUG') throw error;
    return `The service confirmed the change, but reading it back failed. ${error.message}`;
  }
  throw userError('WF_UNEXPECTED_ANSWER', otherwise, nextSteps);
}

export interface DeletionCheck extends Pick<WriteCheck, 'client'> {
  /** The record, as in "app support". */
  readonly what: string;
  readonly list: () => Promise<readonly string[]>;
  readonly id: string;
  readonly nextStep: string;
}

/** Checks that a service deleted what it confirmed to have deleted, as `confirmWrite` does. */
export async function confirmDeletion({ client, what, list, id, nextStep }: DeletionCheck): Promise<string | null> {
  return await confirmWrite({
    client,
    isDone: async () => !(await list()).includes(id),
    otherwise: `The service confirmed the deletion of ${what}, and still lists it.`,
    nextSteps: [nextStep],
  });
}

/**
 * Checks that no environment runs a variant, which our services do: a public one deletes it, and the environment then
 * runs nothing.
 *
 * @throws {WF_CONFLICT} with the environments that run it
 */
export async function requireUnused(
  client: Client,
  { app_id, variant_id, variant_name }: Pick<AppVariantResponse, 'app_id' | 'variant_id' | 'variant_name'>,
): Promise<void> {
  if ((await client.extensions()) !== null) return;
  const environments = (await orMissing(client.listAppEnvironments({ app_id }))) ?? [];
  const users = environments.filter((one) => one.deployed_app_variant_id === variant_id).map(({ name }) => name);
  if (users.length === 0) return;
  throw userError(
    'WF_CONFLICT',
    `Variant ${variant_name} cannot be deleted: ${users.join(', ')} ${users.length === 1 ? 'runs' : 'run'} it.`,
    ['wf env list'],
  );
}

/**
 * Returns the answer to a creation. If another service confirmed it with something else, the list has the record.
 *
 * @param find - finds the new record in the list; its name was free before
 */
export async function orListed<Record>(
  client: Client,
  creation: Promise<Record>,
  find: () => Promise<Record | undefined>,
): Promise<Record> {
  try {
    return await creation;
  } catch (error) {
    if (!isServiceError(error) || error.code !== 'WF_UNEXPECTED_ANSWER') throw error;
    if ((error.status ?? 500) >= 300 || (await client.extensions()) !== null) throw error;
    const found = await find().catch(() => undefined);
    if (found === undefined) throw error;
    return found;
  }
}

/** A record after a write. */
export interface Written<Record> {
  readonly record: Record;
  /** Why the record is what was written rather than what the service stored; `null`: it was read back. */
  readonly warning: string | null;
}

/**
 * Reads a record after a successful write. A failure to read does not undo the write, so it is a warning.
 *
 * @param expected - the record as written, for when it cannot be read
 */
export async function readBack<Record>(read: () => Promise<Record>, expected: Record): Promise<Written<Record>> {
  try {
    return { record: await read(), warning: null };
  } catch (error) {
    // Our own findings about what was read are not failures to read.
    if (!isServiceError(error)) throw error;
    return {
      record: expected,
      warning: `The change was made, but reading it back failed, so this shows what was written. ${error.message}`,
    };
  }
}

/** Waits for a write whose effect is read afterwards, so that a success may answer anything. */
export async function orAnything(write: Promise<unknown>): Promise<void> {
  const isSuccess = (error: unknown) => isServiceError(error) && error.status !== null && error.status < 300;
  await recover(write, isSuccess, null);
}

/** Returns whether two values are the same once they were sent as JSON, whatever their prototypes and key order. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(toSent(one), toSent(other));
}

function toSent(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
