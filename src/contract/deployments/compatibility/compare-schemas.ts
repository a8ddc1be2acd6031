import { isDeepStrictEqual } from 'node:util';
import { closestNames } from '../../../foundation/closest-names.ts';
import { isRecord } from '../../../foundation/record.ts';

/** One difference between two schemas. */
export interface SchemaChange {
  /** Dotted path of a field, as in `text`, `address.city` or `tags[]`; `null`: the whole schema. */
  readonly field: string | null;
  readonly kind: 'added' | 'removed' | 'changed';
  /** Keyword that changed, as in `maximum` or `enum`. */
  readonly keyword: string | null;
  readonly before: unknown;
  readonly after: unknown;
  /** For a removed field: a similar added field, so it may have been renamed. */
  readonly maybe_renamed_to: string | null;
}

export type Schema = Readonly<Record<string, unknown>>;
export type Fields = Readonly<Record<string, Schema>>;

/** Lists the differences between two JSON Schemas, field by field and keyword by keyword. */
export function compareSchemas(before: Schema, after: Schema, field: string | null = null): SchemaChange[] {
  return [
    ...changedKeywords(before, after).map((keyword) => toKeywordChange(field, keyword, before, after)),
    ...comparePart('items', before, after, `${field ?? ''}[]`),
    ...compareFields(propertiesIn(before), propertiesIn(after), field),
  ];
}

/** Lists the differences between the fields of two objects. */
export function compareFields(before: Fields, after: Fields, parent: string | null = null): SchemaChange[] {
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
export function propertiesIn(schema: Schema): Fields {
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
