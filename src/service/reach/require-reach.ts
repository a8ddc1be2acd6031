import type { EndpointName } from '../../contract/endpoints.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { Principal } from '../operation/operation.ts';
import type { Db } from '../store/schema.ts';
import { ENDPOINT_REACH } from './endpoint-reach.ts';
import { findAppsOf } from './queries.ts';
import type { RecordRef } from './record-ref.ts';

/** A request's parameters and body, as its endpoint describes them. */
type Parsed = Readonly<Record<string, unknown>>;

/** A rule whose endpoint is not known at compile time. */
type AnyReach = 'open' | 'all apps' | 'its apps' | 'its bundles' | Named | { readonly bundlesAnd: Named };
type Named = (input: Parsed) => readonly RecordRef[];

/**
 * Checks that the caller's key reaches what a request names.
 *
 * @throws {WF_NOT_ALLOWED} when the endpoint requires a key of all apps
 * @throws {WF_NOT_FOUND} for a record of another app, exactly as for one that does not exist
 */
export async function requireReach(db: Db, principal: Principal, name: EndpointName, input: Parsed): Promise<void> {
  const { appIds = null } = principal;
  if (appIds === null) return;
  // The table pairs each endpoint with the function of its own input.
  const rule = ENDPOINT_REACH[name] as AnyReach;
  if (rule === 'all apps') throw reachesSome(principal);
  if (typeof rule === 'string') return;
  // Bundles are checked by the operations that name them.
  const named = typeof rule === 'function' ? rule : rule.bundlesAnd;
  for (const ref of named(input)) await requireOwned(db, appIds, ref);
}

async function requireOwned(db: Db, appIds: readonly string[], ref: RecordRef): Promise<void> {
  if ((await findAppsOf(db, ref)).some((id) => appIds.includes(id))) return;
  throw unreached(ref);
}

/** Creates the error for a record that a key of some apps does not reach, or that does not exist. */
export function unreached({ kind, id }: RecordRef): UserError {
  return new UserError({
    code: 'WF_NOT_FOUND',
    message: `The apps of this key have no ${kind} ${JSON.stringify(id)}.`,
    details: { kind, id },
  });
}

function reachesSome({ name }: Principal): UserError {
  return new UserError({
    code: 'WF_NOT_ALLOWED',
    message: `This requires a key of all apps; the key ${JSON.stringify(name)} reaches only some.`,
  });
}
