import type { RouteChange } from '../deployment.ts';
import { propertiesOf, splitRoutes, schemasOf, fieldNamesOf } from '../route-fields.ts';
import type { JsonSchema, RouteSchema } from '../route-schema.ts';
import { isDeepStrictEqual } from 'node:util';
import { closestNames } from '../../../foundation/closest-names.ts';
import { isRecord } from '../../../foundation/record.ts';

/** Lists the differences between two sets of route schemas, in the order of the routes. */
export function compareRoutes(before: readonly RouteSchema[], after: readonly RouteSchema[]): RouteChange[] {
  const paths = [...new Set([...before, ...after].map((route) => route.path))];
  return paths.flatMap((path) => compareRoute(path, find(before, path), find(after, path)));
}

function find(routes: readonly RouteSchema[], path: string): RouteSchema | undefined {
  return routes.find((route) => route.path === path);
}

function compareRoute(route: string, before: RouteSchema | undefined, after: RouteSchema | undefined): RouteChange[] {
  const at = (part: RouteChange['part']) => (change: SchemaChange) => ({ route, part, ...change });
  if (before === undefined || after === undefined) {
    return compareWhole(before?.path ?? null, after?.path ?? null).map(at('route'));
  }
  return [
    ...compareFields(propertiesOf(before), propertiesOf(after)).map(at('config')),
    ...compareOptional(before.input, after.input).map(at('input')),
    ...compareOptional(before.output, after.output).map(at('output')),
  ];
}

/** A missing schema accepts anything and has no fields to compare. */
function compareOptional(before: JsonSchema | null, after: JsonSchema | null): SchemaChange[] {
  return before !== null && after !== null ? compareSchemas(before, after) : compareWhole(before, after);
}

function compareWhole(before: unknown, after: unknown): SchemaChange[] {
  if (before === after) return [];
  const kind = before === null ? 'added' : 'removed';
  return [{ field: null, kind, keyword: null, before, after, maybe_renamed_to: null }];
}

/** One difference between two schemas. */
type SchemaChange = Omit<RouteChange, 'route' | 'part'>;

type Schema = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, Schema>>;

/** Lists the differences between two JSON Schemas, field by field and keyword by keyword. */
function compareSchemas(before: Schema, after: Schema, field: string | null = null): SchemaChange[] {
  return [
    ...changedKeywords(before, after).map((keyword) => toKeywordChange(field, keyword, before, after)),
    ...comparePart('items', before, after, `${field ?? ''}[]`),
    ...compareFields(propertiesIn(before), propertiesIn(after), field),
  ];
}

/** Lists the differences between the fields of two objects. */
function compareFields(before: Fields, after: Fields, parent: string | null = null): SchemaChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name): SchemaChange[] => {
    const field = parent === null ? name : `${parent}.${name}`;
    const [old, now] = [own(before, name), own(after, name)];
    if (old !== undefined && now !== undefined) return compareSchemas(old, now, field);
    if (now !== undefined) return [{ ...whole(field), kind: 'added', after: toShown(now) }];
    const renamed = findRenamed(name, before, after);
    return [{ ...whole(field), kind: 'removed', before: toShown(old ?? {}), maybe_renamed_to: renamed }];
  });
}

/** Lists the fields of an object schema, each with whether it is required. */
function propertiesIn(schema: Schema): Fields {
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const properties = isRecord(schema['properties']) ? Object.entries(schema['properties']) : [];
  return Object.fromEntries(
    properties.map(([name, field]) => [name, { ...(isRecord(field) ? field : {}), [REQUIRED]: required.has(name) }]),
  );
}

/** Key for "this field is required", distinct from a nested object's `required` list. */
const REQUIRED = 'is required';

/** Shows the flag as `required`, unless the schema is a nested object with its own list of that name. */
function toShown({ [REQUIRED]: isRequired, ...schema }: Schema): Schema {
  return isRequired === undefined ? schema : { required: isRequired, ...schema };
}

function whole(field: string) {
  return { field, keyword: null, before: null, after: null, maybe_renamed_to: null } as const;
}

function toKeywordChange(field: string | null, keyword: string, before: Schema, after: Schema): SchemaChange {
  const [old, now] = [before[keyword] ?? null, after[keyword] ?? null];
  const name = keyword === REQUIRED ? 'required' : keyword;
  return { field, kind: 'changed', keyword: name, before: old, after: now, maybe_renamed_to: null };
}

/** Keywords whose contents are compared separately, and one without meaning. */
const ELSEWHERE: ReadonlySet<string> = new Set(['properties', 'required', 'items', '$schema']);

function changedKeywords(before: Schema, after: Schema): string[] {
  const keywords = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keywords.filter((keyword) => !ELSEWHERE.has(keyword) && !isDeepStrictEqual(before[keyword], after[keyword]));
}

function comparePart(keyword: string, before: Schema, after: Schema, field: string): SchemaChange[] {
  const [old, now] = [before[keyword], after[keyword]];
  if (isRecord(old) && isRecord(now)) return compareSchemas(old, now, field);
  if (isDeepStrictEqual(old, now)) return [];
  return [toKeywordChange(field, keyword, before, after)];
}

/** Finds an added field of the same type: the closest by name, else the only one with an identical schema. */
function findRenamed(name: string, before: Fields, after: Fields): string | null {
  const old = before[name] ?? {};
  const added = Object.keys(after).filter((other) => own(before, other) === undefined);
  const alike = added.filter((other) => kindOf(after[other]) === kindOf(old));
  const same = added.filter((other) => isDeepStrictEqual(after[other], old));
  return closestNames(name, alike)[0] ?? (same.length === 1 ? (same[0] ?? null) : null);
}

function kindOf(schema: Schema | undefined): unknown {
  return schema?.['x-parameter'] ?? schema?.['type'];
}

function own(fields: Fields, name: string): Schema | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** A field that new code shares between routes otherwise than the old code did. */
export interface SharingChange {
  readonly field: string;
  /** `split`: one field became one for each route. `joined`: the opposite. */
  readonly kind: 'split' | 'joined';
  /** Routes of the new code that declare the field. */
  readonly routes: string[];
}

/** Lists the fields that become one for each route, or one for all of them. @source design §3 (fields belong to routes) */
export function compareSharing(before: readonly RouteSchema[], after: readonly RouteSchema[]): SharingChange[] {
  return fieldNamesOf(after).flatMap((field): SharingChange[] => {
    if (schemasOf(before, field).length === 0) return [];
    const [wasSplit, isSplit] = [before, after].map((routes) => splitRoutes(routes, field).length > 0);
    if (wasSplit === isSplit) return [];
    const routes = after.filter((route) => schemasOf([route], field).length > 0).map(({ path }) => path);
    return [{ field, kind: isSplit === true ? 'split' : 'joined', routes }];
  });
}
