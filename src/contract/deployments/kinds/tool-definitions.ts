import { closestNames } from '../../../foundation/closest-names.ts';
import { isRecord } from '../../../foundation/record.ts';
import { checkJsonSchema, extraKeys, type FieldIssue, invalidValue, missing, wrongType } from './check-json-schema.ts';

/** A tool that a model may call. */
export interface ToolDefinition<N extends string = string> {
  readonly name: N;
  /** Tells the model what the tool does. */
  readonly description?: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Whether the provider must keep to the schema. */
  readonly strict?: boolean;
}

type Path = readonly (string | number)[];

/** Checks a list of tools. @param names - tools that the code can run; `null`: any */
export function checkTools(value: unknown, names: readonly string[] | null): FieldIssue[] {
  if (!Array.isArray(value)) return [wrongType([], 'array', 'list')];
  return [...value.flatMap((tool: unknown, index) => checkTool(tool, names, [index])), ...checkDistinct(value)];
}

function checkTool(tool: unknown, names: readonly string[] | null, path: Path): FieldIssue[] {
  if (!isRecord(tool)) return [wrongType(path, 'object', 'object')];
  const { name, description, parameters, strict } = tool;
  return [
    ...checkName(name, names, [...path, 'name']),
    ...(description === undefined || typeof description === 'string'
      ? []
      : [wrongType([...path, 'description'], 'string', 'string')]),
    ...checkArguments(parameters, [...path, 'parameters']),
    ...(strict === undefined || typeof strict === 'boolean'
      ? []
      : [wrongType([...path, 'strict'], 'boolean', 'boolean')]),
    ...extraKeys(tool, ['name', 'description', 'parameters', 'strict'], path),
  ];
}

function checkName(name: unknown, names: readonly string[] | null, path: Path): FieldIssue[] {
  if (name === undefined) return [missing(path)];
  if (typeof name !== 'string') return [wrongType(path, 'string', 'string')];
  if (!isToolName(name)) return [invalidValue(path, NAME_RULE)];
  if (names === null || names.includes(name)) return [];
  const near = closestNames(name, names);
  const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Tools: ${names.join(', ') || 'none'}.`;
  return [invalidValue(path, `The code has no tool ${JSON.stringify(name)}. ${hint}`)];
}

/** The rule of the providers of models. */
const NAME_RULE = 'The name of a tool has 1 to 64 letters, digits, "_" and "-"';

/** Returns whether providers of models accept the name of a tool. */
export function isToolName(name: string): boolean {
  return /^[\w-]{1,64}$/.test(name);
}

function checkArguments(parameters: unknown, path: Path): FieldIssue[] {
  if (parameters === undefined) return [missing(path)];
  return checkJsonSchema(parameters).map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
}

function checkDistinct(tools: readonly unknown[]): FieldIssue[] {
  const names = tools.map((tool) => (isRecord(tool) ? tool['name'] : undefined));
  return names.flatMap((name, index) =>
    typeof name === 'string' && names.indexOf(name) !== index
      ? [invalidValue([index, 'name'], `${JSON.stringify(name)} is the name of an earlier tool`)]
      : [],
  );
}
