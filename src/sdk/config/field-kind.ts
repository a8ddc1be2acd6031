import type * as z from 'zod';
import type { StructuredKind } from '../../contract/deployments/kinds/structured-kind.ts';
import type { Definition } from '../schema/object-schema.ts';
import type { Choices } from './choices.ts';

/**
 * The tightest bounds of a number. Neither side has both an inclusive and an exclusive bound.
 *
 * @source seed §2.9 rule 3
 */
export interface Bounds {
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
