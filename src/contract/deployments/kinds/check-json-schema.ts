import { isRecord } from '../../../foundation/record.ts';

type Path = readonly (string | number)[];

/** Checks the value of one keyword. */
type Check = (value: unknown, path: Path, root: unknown) => FieldIssue[];

/**
 * Checks a JSON Schema by the rules of its meta-schema (draft 2020-12), without compiling it. Patterns must be regular
 * expressions, and `$ref` must not lead to a part of the schema that is missing.
 *
 * @returns what is wrong; unknown keywords are allowed
 * @source https://json-schema.org/draft/2020-12/schema
 */
export function checkJsonSchema(schema: unknown): FieldIssue[] {
  return isRecord(schema) ? checkSchema(schema, [], schema) : [wrongType([], 'object', 'object')];
}

/** A schema nested deeper is a mistake or an attack, and no provider accepts it. */
const MAX_DEPTH = 200;

function checkSchema(schema: unknown, path: Path, root: unknown): FieldIssue[] {
  if (path.length > MAX_DEPTH) return [invalidValue(path, `Nested more than ${MAX_DEPTH} levels deep`)];
  if (typeof schema === 'boolean') return [];
  if (!isRecord(schema)) return [{ path, msg: 'Input should be a JSON Schema', type: 'schema_type' }];
  return Object.entries(schema).flatMap(
    ([keyword, value]) => KEYWORDS.get(keyword)?.(value, [...path, keyword], root) ?? [],
  );
}

function checkSchemas(value: unknown, path: Path, root: unknown): FieldIssue[] {
  if (!Array.isArray(value)) return [wrongType(path, 'array', 'list')];
  if (value.length === 0) return [invalidValue(path, 'Input should have at least 1 item')];
  return value.flatMap((schema: unknown, index) => checkSchema(schema, [...path, index], root));
}

function checkSchemaMap(value: unknown, path: Path, root: unknown): FieldIssue[] {
  return checkEach(checkSchema, value, path, root);
}

function checkNameMap(value: unknown, path: Path, root: unknown): FieldIssue[] {
  return checkEach(checkNames, value, path, root);
}

function checkEach(check: Check, value: unknown, path: Path, root: unknown): FieldIssue[] {
  if (!isRecord(value)) return [wrongType(path, 'object', 'object')];
  return Object.entries(value).flatMap(([key, part]) => check(part, [...path, key], root));
}

function checkPatterns(value: unknown, path: Path, root: unknown): FieldIssue[] {
  const keys = isRecord(value) ? Object.keys(value) : [];
  return [...keys.flatMap((key) => checkPattern(key, path)), ...checkSchemaMap(value, path, root)];
}

function checkPattern(value: unknown, path: Path): FieldIssue[] {
  if (typeof value !== 'string') return [wrongType(path, 'string', 'string')];
  return isPattern(value) ? [] : [invalidValue(path, `${JSON.stringify(value)} is not a regular expression`)];
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u').unicode;
  } catch {
    // Only the constructor shows whether a pattern is valid.
    return false;
  }
}

function checkReference(value: unknown, path: Path, root: unknown): FieldIssue[] {
  if (typeof value !== 'string') return [wrongType(path, 'string', 'string')];
  if (!value.startsWith('#/') || resolvesPointer(root, value.slice(1))) return [];
  return [invalidValue(path, `The schema has nothing at ${JSON.stringify(value)}`)];
}

function checkString(value: unknown, path: Path): FieldIssue[] {
  return typeof value === 'string' ? [] : [wrongType(path, 'string', 'string')];
}

function checkBoolean(value: unknown, path: Path): FieldIssue[] {
  return typeof value === 'boolean' ? [] : [wrongType(path, 'boolean', 'boolean')];
}

function checkNumber(value: unknown, path: Path): FieldIssue[] {
  return typeof value === 'number' ? [] : [wrongType(path, 'number', 'number')];
}

function checkStep(value: unknown, path: Path): FieldIssue[] {
  if (typeof value !== 'number') return [wrongType(path, 'number', 'number')];
  return value > 0 ? [] : [invalidValue(path, 'Input should be greater than 0')];
}

function checkCount(value: unknown, path: Path): FieldIssue[] {
  if (typeof value !== 'number' || !Number.isInteger(value)) return [wrongType(path, 'int', 'integer')];
  return value >= 0 ? [] : [invalidValue(path, 'Input should be greater than or equal to 0')];
}

function checkList(value: unknown, path: Path): FieldIssue[] {
  return Array.isArray(value) ? [] : [wrongType(path, 'array', 'list')];
}

function checkNames(value: unknown, path: Path): FieldIssue[] {
  if (!Array.isArray(value)) return [wrongType(path, 'array', 'list')];
  return value.flatMap((name: unknown, index) => {
    if (typeof name !== 'string') return [wrongType([...path, index], 'string', 'string')];
    return value.indexOf(name) === index
      ? []
      : [invalidValue([...path, index], `${JSON.stringify(name)} stands twice`)];
  });
}

const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

function checkType(value: unknown, path: Path): FieldIssue[] {
  if (!Array.isArray(value)) return checkTypeName(value, path);
  if (value.length === 0) return [invalidValue(path, 'Input should have at least 1 item')];
  const distinct = checkNames(value, path).filter(({ type }) => type === 'value_error');
  return [...value.flatMap((name: unknown, index) => checkTypeName(name, [...path, index])), ...distinct];
}

function checkTypeName(value: unknown, path: Path): FieldIssue[] {
  if (TYPES.some((type) => type === value)) return [];
  const names = TYPES.map((type) => JSON.stringify(type));
  return [{ path, msg: `Input should be ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`, type: 'enum' }];
}

// A literal, so that a bundle without such a field does not contain the checks.
const KEYWORDS: ReadonlyMap<string, Check> = new Map([
  ['additionalProperties', checkSchema],
  ['items', checkSchema],
  ['contains', checkSchema],
  ['not', checkSchema],
  ['if', checkSchema],
  ['then', checkSchema],
  ['else', checkSchema],
  ['propertyNames', checkSchema],
  ['unevaluatedItems', checkSchema],
  ['unevaluatedProperties', checkSchema],
  ['contentSchema', checkSchema],
  ['allOf', checkSchemas],
  ['anyOf', checkSchemas],
  ['oneOf', checkSchemas],
  ['prefixItems', checkSchemas],
  ['properties', checkSchemaMap],
  ['$defs', checkSchemaMap],
  ['definitions', checkSchemaMap],
  ['dependentSchemas', checkSchemaMap],
  ['patternProperties', checkPatterns],
  ['dependentRequired', checkNameMap],
  ['minimum', checkNumber],
  ['maximum', checkNumber],
  ['exclusiveMinimum', checkNumber],
  ['exclusiveMaximum', checkNumber],
  ['multipleOf', checkStep],
  ['minLength', checkCount],
  ['maxLength', checkCount],
  ['minItems', checkCount],
  ['maxItems', checkCount],
  ['minProperties', checkCount],
  ['maxProperties', checkCount],
  ['minContains', checkCount],
  ['maxContains', checkCount],
  ['title', checkString],
  ['description', checkString],
  ['$id', checkString],
  ['$schema', checkString],
  ['$comment', checkString],
  ['$anchor', checkString],
  ['$dynamicRef', checkString],
  ['$dynamicAnchor', checkString],
  ['format', checkString],
  ['contentEncoding', checkString],
  ['contentMediaType', checkString],
  ['pattern', checkPattern],
  ['$ref', checkReference],
  ['uniqueItems', checkBoolean],
  ['deprecated', checkBoolean],
  ['readOnly', checkBoolean],
  ['writeOnly', checkBoolean],
  ['enum', checkList],
  ['examples', checkList],
  ['required', checkNames],
  ['type', checkType],
]);

/**
 * Returns whether a JSON pointer, as `$ref` has it after its `#`, leads to a part of a value.
 *
 * @source RFC 6901 §4 and §6
 */
function resolvesPointer(root: unknown, pointer: string): boolean {
  let part = root;
  for (const key of pointer.split('/').slice(1).map(decodeKey)) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key)) return false;
    part = (part as Readonly<Record<string, unknown>>)[key]; // an object or a list, which has this key
  }
  return true;
}

function decodeKey(key: string): string {
  return decodePercent(key).replaceAll('~1', '/').replaceAll('~0', '~');
}

function decodePercent(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    // A percent sign that encodes nothing is itself.
    return key;
  }
}

/** One reason why the value of a field is invalid. */
export interface FieldIssue {
  /** Where in the value: keys and indexes. */
  readonly path: readonly (string | number)[];
  readonly msg: string;
  /** Type of the item in a 422. */
  readonly type: string;
}

/** A value of the wrong type; `kind` is the code's word for it, and `name` the message's. */
export function wrongType(path: FieldIssue['path'], kind: string, name: string): FieldIssue {
  return { path, msg: `Input should be a valid ${name}`, type: `${kind}_type` };
}

export function missing(path: FieldIssue['path']): FieldIssue {
  return { path, msg: 'Field required', type: 'missing' };
}

export function invalidValue(path: FieldIssue['path'], msg: string): FieldIssue {
  return { path, msg, type: 'value_error' };
}

/** Checks that an object has no other keys. */
export function extraKeys(value: object, known: readonly string[], path: FieldIssue['path']): FieldIssue[] {
  const extra = Object.keys(value).filter((key) => !known.includes(key));
  return extra.map((key) => ({ path: [...path, key], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' }));
}
