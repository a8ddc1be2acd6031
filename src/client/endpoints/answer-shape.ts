import type { ValidationErrorItem } from '../../contract/validation/validation-error.ts';
import { isRecord } from '../../foundation/record.ts';

/** Shape of a response: the part of JSON Schema that the contract's responses need. `{}` accepts anything. */
export interface Shape {
  readonly type?: ShapeType | readonly ShapeType[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  /** Fields of an object; others are dropped. */
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  /** Shape of the values of a record with arbitrary keys. */
  readonly additionalProperties?: Shape;
  readonly items?: Shape;
}

export type ShapeType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'object' | 'array';

export interface CheckedAnswer {
  /** The response without unknown fields; valid only if there are no violations. */
  readonly value: unknown;
  readonly violations: readonly ValidationErrorItem[];
}

/**
 * Checks a response and drops unknown fields.
 *
 * The build creates the shapes from the contract's zod schemas, and a test of the contract compares the two. A command
 * that lists records starts in a third of the time if it need not build those schemas to read one response.
 */
export function checkAnswer(shape: Shape, value: unknown): CheckedAnswer {
  const violations: ValidationErrorItem[] = [];
  return { value: visit(shape, value, [], violations), violations };
}

/** Path to the current value. It is mutable and shared, because copies would take most of the time for long lists. */
type Location = (string | number)[];

function visit(shape: Shape, value: unknown, loc: Location, violations: ValidationErrorItem[]): unknown {
  if (shape.anyOf !== undefined) return visitAny(shape.anyOf, value, loc, violations);
  if (shape.type !== undefined && !typesOf(shape).some((type) => isOfType(type, value))) {
    violations.push(wrongType(typesOf(shape), loc));
    return value;
  }
  if (shape.enum?.includes(value) === false) violations.push(notAmong(shape.enum, loc));
  if (Array.isArray(value)) return visitItems(shape, value, loc, violations);
  return isRecord(value) ? visitFields(shape, value, loc, violations) : value;
}

/**
 * Accepts the first shape that matches. If only one shape other than null is possible, it reports that one's
 * violations.
 */
function visitAny(shapes: readonly Shape[], value: unknown, loc: Location, violations: ValidationErrorItem[]): unknown {
  const possible = value === null ? shapes : shapes.filter(({ type }) => type !== 'null');
  if (possible.length === 1 && possible[0] !== undefined) return visit(possible[0], value, loc, violations);
  for (const shape of possible) {
    const attempt: ValidationErrorItem[] = [];
    const taken = visit(shape, value, loc, attempt);
    if (attempt.length === 0) return taken;
  }
  violations.push({ loc: [...loc], msg: 'Input matches none of the allowed types', type: 'union' });
  return value;
}

function visitItems({ items }: Shape, values: readonly unknown[], loc: Location, violations: ValidationErrorItem[]) {
  if (items === undefined) return values;
  return values.map((value, index) => visitAt(index, items, value, loc, violations));
}

function visitAt(
  place: string | number,
  shape: Shape,
  value: unknown,
  loc: Location,
  violations: ValidationErrorItem[],
): unknown {
  loc.push(place);
  const taken = visit(shape, value, loc, violations);
  loc.pop();
  return taken;
}

type Fields = Readonly<Record<string, unknown>>;

function visitFields(shape: Shape, value: Fields, loc: Location, violations: ValidationErrorItem[]): unknown {
  const { properties, additionalProperties, required = [] } = shape;
  if (additionalProperties === undefined && properties === undefined) return value;
  for (const key of additionalProperties === undefined ? required : []) {
    if (!Object.hasOwn(value, key)) violations.push({ loc: [...loc, key], msg: 'Field required', type: 'missing' });
  }
  const taken: Record<string, unknown> = {};
  for (const key of Object.keys(additionalProperties === undefined ? (properties ?? {}) : value)) {
    const field = additionalProperties ?? properties?.[key];
    if (field === undefined || !Object.hasOwn(value, key)) continue;
    const one = visitAt(key, field, value[key], loc, violations);
    // A field of this name would become the object's prototype.
    if (key === '__proto__')
      Object.defineProperty(taken, key, { value: one, enumerable: true, writable: true, configurable: true });
    else taken[key] = one;
  }
  return taken;
}

function typesOf({ type }: Shape): readonly ShapeType[] {
  return typeof type === 'string' ? [type] : (type ?? []);
}

function isOfType(type: ShapeType, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    case 'integer':
      return Number.isSafeInteger(value);
    case 'number':
      return Number.isFinite(value);
    default:
      return typeof value === type;
  }
}

function wrongType(types: readonly ShapeType[], loc: Location): ValidationErrorItem {
  const [expected = 'null'] = types.filter((type) => type !== 'null');
  return {
    loc: [...loc],
    msg: `Input should be a valid ${expected === 'array' ? 'list' : expected}`,
    type: `${expected}_type`,
  };
}

function notAmong(values: readonly unknown[], loc: Location): ValidationErrorItem {
  return {
    loc: [...loc],
    msg: `Input should be ${values.map((one) => JSON.stringify(one)).join(' or ')}`,
    type: 'enum',
  };
}
