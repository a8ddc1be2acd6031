import { readStructuredKind, type StructuredKind } from '../../contract/deployments/kinds/structured-kind.ts';
import type { JsonSchema } from '../../contract/deployments/route-schema.ts';
import { isRecord } from '../../foundation/record.ts';

/** A bound, and whether it is inclusive. */
export interface Bound {
  readonly value: number;
  readonly isInclusive: boolean;
}

interface NamedField {
  readonly name: string;
  readonly title: string;
  readonly description: string | null;
  readonly isRequired: boolean;
  /** `undefined` when the schema has none. */
  readonly defaultValue: unknown;
  /** Whether other routes declare it differently, so that its values are those of this route. */
  readonly isOwn?: boolean;
}

/** The kind of control. `structured` is for messages, tools and schemas; `json` is for everything that no other control fits. */
export type Field = NamedField &
  (
    | { readonly kind: 'text' }
    | {
        readonly kind: 'number';
        readonly isInteger: boolean;
        readonly lower: Bound | null;
        readonly upper: Bound | null;
      }
    | { readonly kind: 'bool' }
    | { readonly kind: 'choice'; readonly groups: readonly ChoiceGroup[] }
    | { readonly kind: 'structured'; readonly structured: StructuredKind }
    | { readonly kind: 'json' }
  );

export type NumberField = Extract<Field, { kind: 'number' }>;
export type StructuredField = Extract<Field, { kind: 'structured' }>;
export type ChoiceField = Extract<Field, { kind: 'choice' }>;

export interface ChoiceGroup {
  /** `null` for choices outside of groups. */
  readonly label: string | null;
  readonly choices: readonly string[];
}

/**
 * Reads the fields of an object schema, in its order.
 *
 * @returns `null` when the schema does not list its properties: then anything is allowed
 */
export function toFields(schema: JsonSchema | null): readonly Field[] | null {
  const properties = schema?.['properties'];
  if (!isRecord(properties)) return null;
  const required = Array.isArray(schema?.['required']) ? schema['required'] : [];
  return Object.entries(properties).map(([name, property]) =>
    toField(name, isRecord(property) ? property : {}, required.includes(name)),
  );
}

function toField(name: string, schema: Readonly<Record<string, unknown>>, isRequired: boolean): Field {
  const named: NamedField = {
    name,
    title: typeof schema['title'] === 'string' ? schema['title'] : name,
    description: typeof schema['description'] === 'string' ? schema['description'] : null,
    isRequired,
    defaultValue: schema['default'],
  };
  const structured = readStructuredKind(schema);
  if (structured !== null) return { ...named, kind: 'structured', structured };
  const groups = toGroups(schema);
  if (groups !== null) return { ...named, kind: 'choice', groups };
  switch (schema['type']) {
    case 'string':
      return { ...named, kind: 'text' };
    case 'boolean':
      return { ...named, kind: 'bool' };
    case 'integer':
    case 'number':
      return { ...named, kind: 'number', isInteger: schema['type'] === 'integer', ...boundsOf(schema) };
    default:
      return { ...named, kind: 'json' };
  }
}

function toGroups(schema: Readonly<Record<string, unknown>>): readonly ChoiceGroup[] | null {
  const { choices, enum: all } = schema as { choices?: unknown; enum?: unknown }; // read below, whatever they are
  if (isRecord(choices)) {
    return Object.entries(choices).map(([label, list]) => ({
      label,
      choices: Array.isArray(list) ? list.map(String) : [],
    }));
  }
  if (!Array.isArray(all) || !all.every((choice) => typeof choice === 'string')) return null;
  return [{ label: null, choices: all }];
}

function boundsOf(schema: Readonly<Record<string, unknown>>): Pick<NumberField, 'lower' | 'upper'> {
  return {
    lower: tighter(schema['minimum'], schema['exclusiveMinimum'], (value, other) => value > other),
    upper: tighter(schema['maximum'], schema['exclusiveMaximum'], (value, other) => value < other),
  };
}

function tighter(
  inclusive: unknown,
  exclusive: unknown,
  isTighter: (value: number, other: number) => boolean,
): Bound | null {
  const soft = isRealBound(inclusive) ? { value: inclusive, isInclusive: true } : null;
  const hard = isRealBound(exclusive) ? { value: exclusive, isInclusive: false } : null;
  if (soft === null || hard === null) return soft ?? hard;
  return isTighter(soft.value, hard.value) ? soft : hard;
}

/** Integer schemas may have the safe integer limits as bounds, which are no real bounds. */
function isRealBound(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER;
}

export interface ControlProps<F extends Field = Field> {
  readonly field: F;
  /** `undefined` when there is neither a value nor a default. */
  readonly value: unknown;
  /** What it passes to its element. */
  readonly control: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': boolean;
  };
  readonly onChange: (value: unknown) => void;
}
