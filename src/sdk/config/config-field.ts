import * as z from 'zod';
import type { StructuredKind } from '../../contract/deployments/kinds/structured-kind.ts';
import { type Choices, flattenChoices, readChoices } from './choices.ts';
import { readStructured } from './structured-fields.ts';
import { type Definition, definitionOf } from '../schema/object-schema.ts';

/** Result of reading a field: its kind and default, or the rule that it breaks and how to fix it. */
export type FieldReading =
  | { readonly ok: true; readonly field: FieldKind; readonly defaultValue: unknown }
  | { readonly ok: false; readonly problem: string; readonly remedy: string };

/** Reads one field of a configuration schema. @source seed §2.9 rules 1 to 5, design §3 (kinds of ours) */
export function readConfigField(schema: z.core.$ZodType): FieldReading {
  const outer = definitionOf(schema);
  if (outer === null) return broken('is not a zod 4 schema', 'Write it with zod 4, as in z.string().default("")');
  if (outer.type !== 'default' || outer.innerType === undefined) return withoutDefault(outer);
  const inner = definitionOf(outer.innerType);
  const kind = inner === null ? 'a schema of an unknown kind' : readKind(inner);
  if (typeof kind === 'string') return broken(`is ${kind}`, KINDS);
  return withDefault(outer.innerType, kind, outer.defaultValue);
}

const KINDS =
  'A configuration field is a string, an integer, a number, a boolean, multipleChoice(), groupedMultipleChoice(), chatMessages(), tools() or outputSchema()';

function withoutDefault({ type }: Definition): FieldReading {
  if (type === 'prefault')
    return broken('has a prefault, not a default', 'Use .default(...) instead of .prefault(...)');
  const problem =
    type === 'optional' || type === 'nullable' ? `is ${type} and does not end with .default(...)` : 'has no default';
  return broken(problem, 'End it with .default(...); the playground shows this value first');
}

function withDefault(inner: z.core.$ZodType, field: FieldKind, value: unknown): FieldReading {
  const parsed = z.safeParse(inner, value);
  if (parsed.success) return { ok: true, field, defaultValue: parsed.data };
  if (isStructured(field)) return broken(`has an invalid default${describeIssue(parsed.error)}`, remedyFor(field));
  return broken(`has the default ${show(value)}, which is ${whyRefused(field)}`, remedyFor(field));
}

function isStructured(field: FieldKind): field is StructuredKind {
  return field.kind === 'chat_messages' || field.kind === 'tools' || field.kind === 'output_schema';
}

/** Locates the first problem in the default. */
function describeIssue({ issues: [issue] }: z.core.$ZodError): string {
  const path = (issue?.path ?? []).map((part) => `/${String(part)}`).join('');
  return `${path === '' ? '' : ` at ${path}`}: ${issue?.message ?? ''}`;
}

function readKind(definition: Definition): FieldKind | string {
  if (definition.coerce === true)
    return `coerced from other types, but a configuration value must already have its type`;
  switch (definition.type) {
    case 'string':
      return isPlain(definition) ? { kind: 'text' } : 'a string with a format, a length or another check';
    case 'boolean':
      return isPlain(definition) ? { kind: 'bool' } : 'a boolean with a check';
    case 'number':
      return readNumber(definition);
    case 'enum':
      return readEnumeration(definition);
    case 'custom':
      return readStructured(definition) ?? 'a custom schema';
    default:
      return `of zod's type ${JSON.stringify(definition.type)}`;
  }
}

function isPlain({ checks, format }: Definition): boolean {
  return (checks ?? []).length === 0 && format === undefined;
}

function readEnumeration(definition: Definition): FieldKind | string {
  if (!isPlain(definition)) return 'an enumeration with a check';
  const written = readChoices(definition);
  if (written !== null) return { kind: Array.isArray(written) ? 'choice' : 'grouped_choice', choices: written };
  const choices = Object.values(definition.entries ?? {});
  if (choices.length === 0) return 'an enumeration without choices';
  return choices.every((choice) => typeof choice === 'string')
    ? { kind: 'choice', choices }
    : 'an enumeration whose choices are not all strings';
}

function whyRefused(field: Exclude<FieldKind, StructuredKind>): string {
  switch (field.kind) {
    case 'text':
      return 'not a string';
    case 'bool':
      return 'not a boolean';
    case 'int':
    case 'float':
      return `no ${field.kind === 'int' ? 'integer' : 'number'}${describeBounds(field.bounds)}`;
    case 'choice':
    case 'grouped_choice':
      return `not one of its choices (${shorten(flattenChoices(field.choices))})`;
  }
}

/** JSON cannot represent NaN and Infinity. */
function show(value: unknown): string {
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

function remedyFor(field: FieldKind): string {
  return 'bounds' in field && Object.keys(field.bounds).length > 0
    ? 'Move the default into the bounds, or widen them'
    : 'Change the default';
}

function describeBounds({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: Bounds): string {
  const limits = Object.entries({ '>=': minimum, '>': exclusiveMinimum, '<=': maximum, '<': exclusiveMaximum });
  return limits.flatMap(([sign, limit]) => (limit === undefined ? [] : [` ${sign} ${limit}`])).join(' and');
}

function shorten(choices: readonly string[]): string {
  const shown = choices.slice(0, 8).join(', ');
  return choices.length > 8 ? `${shown}, …` : shown;
}

function broken(problem: string, remedy: string): FieldReading {
  return { ok: false, problem, remedy };
}

/**
 * The tightest bounds of a number. Neither side has both an inclusive and an exclusive bound.
 *
 * @source seed §2.9 rule 3
 */
interface Bounds {
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
}

/** Kind of a configuration field: one of the six of every service, or of ours. @source seed §2.9 rule 2, design §3 */
export type FieldKind =
  | { readonly kind: 'text' | 'bool' }
  | { readonly kind: 'int' | 'float'; readonly bounds: Bounds }
  | { readonly kind: 'choice' | 'grouped_choice'; readonly choices: Choices }
  | StructuredKind;

/** Formats of integers; `z.int()` and `.int()` produce `safeint`. */
const INTEGERS: Readonly<Record<string, Bounds>> = {
  safeint: {},
  int32: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  uint32: { minimum: 0, maximum: 2 ** 32 - 1 },
};
const FLOATS = new Set(['float32', 'float64']);

/**
 * Reads a number's kind and bounds from its checks.
 *
 * @returns the field, or the rule that it breaks
 * @source seed §2.9 rule 3: ge, le, gt and lt are the only constraints
 */
export function readNumber(definition: Definition): FieldKind | string {
  const checks = (definition.checks ?? []).map((check) => toCheck(check._zod.def));
  const others = checks.flatMap((check) => (check.kind === 'other' ? [check.name] : []));
  if (others.length > 0) return `a number with the check ${others[0]}; only gte, lte, gt and lt are allowed`;
  const formats = [
    ...(definition.format === undefined ? [] : [definition.format]),
    ...checks.flatMap((check) => (check.kind === 'format' ? [check.name] : [])),
  ];
  const unknown = formats.find((format) => INTEGERS[format] === undefined && !FLOATS.has(format));
  if (unknown !== undefined) return `a number of the format ${unknown}`;
  const limits = [
    ...formats.map((format) => INTEGERS[format] ?? {}),
    ...checks.flatMap((check) => (check.kind === 'bound' ? [check.bound] : [])),
  ];
  const isInteger = formats.some((format) => INTEGERS[format] !== undefined);
  return { kind: isInteger ? 'int' : 'float', bounds: tightest(limits) };
}

type Check =
  | { readonly kind: 'bound'; readonly bound: Bounds }
  | { readonly kind: 'format'; readonly name: string }
  | { readonly kind: 'other'; readonly name: string };

function toCheck(check: z.core.$ZodCheckDef): Check {
  // The definition of a bound contains its value; other kinds of checks are excluded above.
  const { value, inclusive, format } = check as { value?: number; inclusive?: boolean; format?: string };
  switch (check.check) {
    case 'greater_than':
      return { kind: 'bound', bound: { [inclusive === true ? 'minimum' : 'exclusiveMinimum']: value } };
    case 'less_than':
      return { kind: 'bound', bound: { [inclusive === true ? 'maximum' : 'exclusiveMaximum']: value } };
    case 'number_format':
      return { kind: 'format', name: String(format) };
    default:
      return { kind: 'other', name: check.check };
  }
}

function tightest(limits: readonly Bounds[]): Bounds {
  const values = (key: keyof Bounds) => limits.flatMap((limit) => limit[key] ?? []);
  const [minimum, exclusiveMinimum] = [Math.max(...values('minimum')), Math.max(...values('exclusiveMinimum'))];
  const [maximum, exclusiveMaximum] = [Math.min(...values('maximum')), Math.min(...values('exclusiveMaximum'))];
  return {
    ...(Number.isFinite(minimum) && minimum > exclusiveMinimum ? { minimum } : {}),
    ...(Number.isFinite(exclusiveMinimum) && exclusiveMinimum >= minimum ? { exclusiveMinimum } : {}),
    ...(Number.isFinite(maximum) && maximum < exclusiveMaximum ? { maximum } : {}),
    ...(Number.isFinite(exclusiveMaximum) && exclusiveMaximum <= maximum ? { exclusiveMaximum } : {}),
  };
}
