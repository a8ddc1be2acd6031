import type { NamedRecords, OwnedKind, Reach, TypedRecords } from '../../contract/endpoint/endpoint.ts';
import { BugError, UserError, userError } from '../../foundation/errors/wf-error.ts';
import type { Principal } from '../operation/operation.ts';
import type { Db } from '../store/schema.ts';
import { findAppsOf, type RecordRef } from './queries.ts';
import type { UnknownRecord } from '../../foundation/record.ts';

/**
 * Checks that the caller's key reaches what a request names.
 *
 * @throws {WF_NOT_ALLOWED} when the endpoint requires a key of all apps
 * @throws {WF_NOT_FOUND} for a record of another app, exactly as for one that does not exist
 */
export async function requireReach(db: Db, principal: Principal, reach: Reach, input: UnknownRecord): Promise<void> {
  const { appIds = null } = principal;
  if (appIds === null) return;
  if (reach === 'all apps') throw reachesSome(principal);
  for (const ref of namedRecords(reach, input)) await requireOwned(db, appIds, ref);
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
  return userError(
    'WF_NOT_ALLOWED',
    `This requires a key of all apps; the key ${JSON.stringify(name)} reaches only some.`,
  );
}

/** Lists the records that a request names. Bundles are checked by the operations that name them. */
export function namedRecords(reach: Reach, input: UnknownRecord): RecordRef[] {
  if (typeof reach === 'string') return [];
  if ('kindIn' in reach) return idsIn(input, reach.ids).map((id) => ({ kind: kindOf(reach, input), id }));
  const { bundles: _, ...named } = reach;
  // The keys of the rest are kinds of records.
  return (Object.entries(named) as [OwnedKind, NamingField][]).flatMap(([kind, field]) =>
    idsIn(input, field).map((id) => ({ kind, id })),
  );
}

type NamingField = NonNullable<NamedRecords[OwnedKind]>;

/** Reads ids from a field, as in `body.variant_ids`; one that the request leaves out names none. */
function idsIn(input: UnknownRecord, field: NamingField): string[] {
  if (typeof field !== 'string') {
    if (!('commaSeparated' in field)) return field.flatMap((one) => idsIn(input, one));
    return idsIn(input, field.commaSeparated).flatMap((ids) => ids.split(',').map((id) => id.trim()));
  }
  const [, inBody] = /^body\.(.+)$/.exec(field) ?? [];
  // Endpoints that name a field of their body take an object.
  const value = inBody === undefined ? input[field] : (input['body'] as UnknownRecord)[inBody];
  return [value ?? []].flat().map(String);
}

function kindOf({ kindIn, kinds }: TypedRecords, input: UnknownRecord): OwnedKind {
  const kind = kinds[String(input[kindIn])];
  if (kind === undefined) throw new BugError(`No kind of record is known for ${String(input[kindIn])}.`);
  return kind;
}
