import { isDeepStrictEqual } from 'node:util';
import { propertiesOf } from '../../../../contract/deployments/route-fields.ts';
import type { RouteSchema } from '../../../../contract/deployments/route-schema.ts';
import {
  type FieldAddress,
  hasValue,
  listValues,
  sectionOf,
  type StoredValue,
  toAddress,
  valueAt,
  withoutValue,
} from '../../../../contract/variants/route-parameters.ts';
import type { Parameters } from '../../../../contract/variants/variant.ts';
import { type Db, fromJson } from '../../schema.ts';

/**
 * Removes from the revisions that an older wf wrote the defaults that nobody set: those that came with a whole
 * configuration, equal the default of the code of that time, and were carried along unchanged since. A value stays where
 * a deployment that an environment or an evaluation names would run the revision with another one.
 */
export async function convertDefaults(db: Db): Promise<void> {
  const variants = await db
    .selectFrom('variants')
    .select(['id', 'app_id', 'base_id'])
    .where('id', 'in', (the) => the.selectFrom('variant_revisions').select('variant_id').where('set_only', 'is', null))
    .orderBy('base_id')
    .orderBy('id')
    .execute();
  for (const [baseId, ofBase] of Map.groupBy(variants, (variant) => variant.base_id)) {
    const codes = await readCodes(db, baseId);
    for (const variant of ofBase) await convertVariant(db, variant, codes);
  }
  await db.updateTable('variant_revisions').set({ set_only: 1 }).where('set_only', 'is', null).execute();
}

interface Code {
  readonly id: string;
  readonly created_at: string;
  readonly routes: () => readonly RouteSchema[];
}

async function readCodes(db: Db, baseId: string): Promise<Code[]> {
  const rows = await db
    .selectFrom('deployments')
    .select(['id', 'created_at', 'routes'])
    .where('base_id', '=', baseId)
    .orderBy('id')
    .execute();
  return rows.map(({ id, created_at, routes }) => {
    let parsed: readonly RouteSchema[] | undefined;
    return { id, created_at, routes: () => (parsed ??= fromJson<RouteSchema[]>(routes)) };
  });
}

interface ConvertedVariant {
  readonly id: string;
  readonly app_id: string;
}

async function convertVariant(db: Db, variant: ConvertedVariant, codes: readonly Code[]): Promise<void> {
  const revisions = await db
    .selectFrom('variant_revisions')
    .select(['id', 'parameters', 'set_only', 'created_at'])
    .where('variant_id', '=', variant.id)
    .orderBy('revision')
    .execute();
  const pins = await readPins(db, variant, codes);
  let before: Parameters = {};
  let inherited: ReadonlySet<string> = new Set();
  for (const { id, parameters, set_only, created_at } of revisions) {
    const stored = fromJson<Parameters>(parameters);
    const isOld = set_only === null;
    const code = codes.findLast((one) => one.created_at <= created_at)?.routes() ?? [];
    const unset = isOld ? findDefaults(stored, { before, inherited, code }) : [];
    [before, inherited] = [stored, new Set(unset.map(toAddress))];
    const ran = pins.get(id) ?? [];
    const removed = unset.filter((value) => ran.every((routes) => areDefault(routes, value, stored)));
    if (removed.length === 0) continue;
    const set = removed.reduce(withoutValue, stored);
    await db
      .updateTable('variant_revisions')
      .set({ parameters: JSON.stringify(set) })
      .where('id', '=', id)
      .execute();
  }
}

/** Reads which code ran, or runs, each revision: what environments and evaluations recorded must stay true. */
async function readPins(db: Db, { id: variantId, app_id: appId }: ConvertedVariant, codes: readonly Code[]) {
  const ofVariant = db.selectFrom('variant_revisions').select('id').where('variant_id', '=', variantId);
  const deployed = await db
    .selectFrom('environment_revisions')
    .select(['variant_revision_id', 'deployment_id'])
    .distinct()
    .where('variant_revision_id', 'in', ofVariant)
    .execute();
  const evaluated = await db
    .selectFrom('evaluations')
    .select(['variant_revision_id', 'deployment_id'])
    .distinct()
    // The index of revisions begins with the app: there may be many evaluations.
    .where('app_id', '=', appId)
    .where('variant_revision_id', 'in', ofVariant)
    .execute();
  const known = new Map(codes.map((code) => [code.id, code]));
  const pins = Map.groupBy([...deployed, ...evaluated], (pin) => pin.variant_revision_id);
  const routesOf = ({ deployment_id }: (typeof deployed)[number]) => known.get(deployment_id ?? '')?.routes() ?? [];
  return new Map([...pins].map(([id, own]) => [id, own.map(routesOf).filter((routes) => routes.length > 0)]));
}

interface Origin {
  /** What the revision before stored. */
  readonly before: Parameters;
  /** Addresses of the values there that are defaults. */
  readonly inherited: ReadonlySet<string>;
  /** Routes of the newest code of that time. */
  readonly code: readonly RouteSchema[];
}

function findDefaults(stored: Parameters, { before, inherited, code }: Origin): StoredValue[] {
  return listValues(stored).filter((value) => {
    if (!hasValue(before, value)) return areDefault(code, value, stored) && isWhole(code, value, stored);
    return inherited.has(toAddress(value)) && isDeepStrictEqual(valueAt(before, value), value.value);
  });
}

/** Whether code that lacks the value runs the same: each route that reads it has it as its default. */
function areDefault(routes: readonly RouteSchema[], { route, field, value }: StoredValue, stored: Parameters): boolean {
  // A route that takes any value sees whether one is stored.
  if (routes.some(({ config }) => config === null || config['additionalProperties'] === true)) return false;
  if (route !== null && Object.hasOwn(stored, field)) return false;
  const readers = readersOf(routes, { route, field }).filter(
    ({ path }) => route !== null || !Object.hasOwn(sectionOf(stored, path), field),
  );
  return readers.every(({ defaults }) => isDeepStrictEqual(defaults[field], value));
}

/** Whether a route's whole configuration was stored, as programs do. People set single fields. */
function isWhole(routes: readonly RouteSchema[], address: FieldAddress, stored: Parameters): boolean {
  return readersOf(routes, address).some((reader) =>
    Object.keys(propertiesOf(reader)).every(
      (field) =>
        Object.hasOwn(stored, field) ||
        Object.hasOwn(sectionOf(stored, reader.path), field) ||
        isDisputed(routes, field),
    ),
  );
}

/** The first deployment stored no default that routes disagree on. */
function isDisputed(routes: readonly RouteSchema[], field: string): boolean {
  const [first, ...others] = readersOf(routes, { route: null, field });
  return others.some(({ defaults }) => !isDeepStrictEqual(defaults[field], first?.defaults[field]));
}

function readersOf(routes: readonly RouteSchema[], { route, field }: FieldAddress): RouteSchema[] {
  return routes.filter((one) => (route === null || one.path === route) && Object.hasOwn(propertiesOf(one), field));
}
