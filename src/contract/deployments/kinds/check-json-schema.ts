import { type FieldIssue, invalidValue, isObject, wrongType } from './field-issue.ts';
import { resolvesPointer } from './resolves-pointer.ts';

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
  return isObject(schema) ? checkSchema(schema, [], schema) : [wrongType([], 'object', 'object')];
}

/** A schema nested deeper is a mistake or an attack, and no provider accepts it. */
const DEEPEST = 200;

function checkSchema(schema: unknown, path: Path, root: unknown): FieldIssue[] {
  if (path.length > DEEPEST) return [invalidValue(path, `Nested more than ${DEEPEST} levels deep`)];
  if (typeof schema === 'boolean') return [];
  if (!isObject(schema)) return [{ path, msg: 'Input should be a JSON Schema', type: 'schema_type' }];
  return Object.entries(schema).flatMap(
    ([keyword, value]) => KEYWORDS.get(keyword)?.(value, [...path, keyword], root) ?? [],
  );
}

function checkSchemas(value: unknown, path: Path, root: unknown): FieldIssue[] {
  if (!Array.isArray(value)) return [wrongType(path, 'array', 'list')];
  if (value.length === 0) return [invalidValue(path, 'Input should have at least 1 item')];
  return value.flatMap((schema: unknown, index) => checkSchema(schema, [...path, index], root));
}

function checkEach(check: Check): Check {
  return (value, path, root) => {
    if (!isObject(value)) return [wrongType(path, 'object', 'object')];
    return Object.entries(value).flatMap(([key, part]) => check(part, [...path, key], root));
  };
}

function checkPatterns(value: unknown, path: Path, root: unknown): FieldIssue[] {
  const keys = isObject(value) ? Object.keys(value) : [];
  return [...keys.flatMap((key) => checkPattern(key, path)), ...checkEach(checkSchema)(value, path, root)];
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

const KEYWORDS: ReadonlyMap<string, Check> = new Map(
  (
    [
      [
        checkSchema,
        'additionalProperties items contains not if then else propertyNames unevaluatedItems unevaluatedProperties contentSchema',
      ],
      [checkSchemas, 'allOf anyOf oneOf prefixItems'],
      [checkEach(checkSchema), 'properties $defs definitions dependentSchemas'],
      [checkPatterns, 'patternProperties'],
      [checkEach(checkNames), 'dependentRequired'],
      [checkNumber, 'minimum maximum exclusiveMinimum exclusiveMaximum'],
      [checkStep, 'multipleOf'],
      [checkCount, 'minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains'],
      [checkString, 'title description $id $schema $comment $anchor $dynamicRef $dynamicAnchor format'],
      [checkString, 'contentEncoding contentMediaType'],
      [checkPattern, 'pattern'],
      [checkReference, '$ref'],
      [checkBoolean, 'uniqueItems deprecated readOnly writeOnly'],
      [checkList, 'enum examples'],
      [checkNames, 'required'],
      [checkType, 'type'],
    ] as const
  ).flatMap(([check, names]): [string, Check][] => names.split(' ').map((name) => [name, check])),
);
