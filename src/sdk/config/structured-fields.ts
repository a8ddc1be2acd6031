import * as z from 'zod';
import { checkStructured, type StructuredKind } from '../../contract/deployments/kinds/structured-kind.ts';
import { isToolName, type ToolDefinition } from '../../contract/deployments/kinds/tool-definitions.ts';
import { ITEM_TYPE } from '../../contract/validation/to-validation-items.ts';
import { type Definition, invalidWorkflow } from '../schema/object-schema.ts';
import { type ChatMessage, fillVariables, isVariableName } from '../../contract/deployments/kinds/chat-messages.ts';
import { userError } from '../../foundation/errors/wf-error.ts';

/** Key for the kind in the definition of a schema, which `.describe()` and `.default()` share. See `choices.ts`. */
const STRUCTURED: unique symbol = Symbol.for('wf.structured');

/** A schema made by `chatMessages()`, `tools()` or `outputSchema()`. @source design §3 */
export type StructuredField = z.core.$ZodCustom & Marked;

/** A schema of lists or objects that a configuration may have. @source design §3 */
export type StructuredSchema<T> = z.ZodCustom<T, T> & Marked;

interface Marked {
  readonly _zod: { readonly def: { readonly [STRUCTURED]: StructuredKind } };
}

/** Creates a schema that checks values as the service does. */
export function createStructuredSchema<T>(kind: StructuredKind): StructuredSchema<T> {
  const schema = z.custom<T>().superRefine((value, context) => {
    for (const { path, msg, type } of checkStructured(kind, value)) {
      context.addIssue({ code: 'custom', path: [...path], message: msg, params: { [ITEM_TYPE]: type }, input: value });
    }
  });
  Object.defineProperty(schema._zod.def, STRUCTURED, { value: kind, enumerable: true });
  return schema as StructuredSchema<T>; // it has the mark now
}

/** Returns the kind of a schema, or a rule that it breaks; `null` for a custom schema of the author's own. */
export function readStructured(definition: Definition): StructuredKind | string | null {
  // Only createStructuredSchema writes under this symbol.
  const kind = (definition as { [STRUCTURED]?: StructuredKind })[STRUCTURED];
  if (kind === undefined) return null;
  return (definition.checks ?? []).length === 1 ? kind : 'a schema of ours with another check';
}

/** The tools of a configuration. @source design §3 */
export type Tools<N extends string = string> = ToolDefinition<N>[];

interface ToolsOptions<N extends string> {
  /** Tools that the code can run. @defaultValue any name */
  readonly names?: readonly N[];
}

/**
 * Creates a field for the tools that a model may call: name, description, and a JSON Schema of the arguments. The
 * playground shows a JSON editor.
 *
 * @param options - the names of the tools that the code can run; a configuration with another tool is refused
 * @returns a zod schema; set its default with `.default([...])`
 * @throws {WF_WORKFLOW_INVALID} when a name is not 1 to 64 letters, digits, `_` and `-`, or is repeated
 * @source design §3
 * @example
 * ```ts
 * import { configSchema, tools } from 'wfkit';
 *
 * export const Assistant = configSchema({
 *   tools: tools({ names: ['search'] }).default([
 *     {
 *       name: 'search',
 *       description: 'Searches the handbook.',
 *       parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
 *     },
 *   ]),
 * });
 * ```
 */
export function tools<const N extends string = string>(options: ToolsOptions<N> = {}): StructuredSchema<Tools<N>> {
  const names = options.names ?? null;
  if (names !== null) requireNames(names, 'tools()', 'name', isToolName);
  return createStructuredSchema({ kind: 'tools', names });
}

/** The JSON Schema of a model's answer. @source design §3 */
export type OutputSchema = Readonly<Record<string, unknown>>;

/**
 * Creates a field for the JSON Schema that a model's answer has to fit. The playground shows a JSON editor.
 *
 * @returns a zod schema; set its default with `.default({...})`. It refuses values that are not JSON Schemas
 * @source design §3
 * @example
 * ```ts
 * import { configSchema, outputSchema } from 'wfkit';
 *
 * export const Extraction = configSchema({
 *   answer: outputSchema().default({
 *     type: 'object',
 *     properties: { name: { type: 'string' } },
 *     required: ['name'],
 *     additionalProperties: false,
 *   }),
 * });
 * ```
 */
export function outputSchema(): StructuredSchema<OutputSchema> {
  return createStructuredSchema({ kind: 'output_schema' });
}

/** Rejects names that are invalid or repeated: TypeScript cannot check values that are read at run time. */
export function requireNames(names: unknown, where: string, noun: string, isValid: (name: string) => boolean): void {
  if (!Array.isArray(names)) throw invalidWorkflow(`${where}: the ${noun}s are not a list.`);
  const wrong: unknown = names.find((name) => typeof name !== 'string' || !isValid(name));
  if (wrong !== undefined) throw invalidWorkflow(`${where} has the invalid ${noun} ${JSON.stringify(wrong)}.`);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw invalidWorkflow(`${where} has the ${noun} ${JSON.stringify(repeated)} twice.`);
}

declare const VARIABLES: unique symbol;

/**
 * The messages of a configuration. The type knows the variables of their texts, so that `fillMessages` can require them.
 *
 * @source design §3
 */
export type ChatMessages<V extends string = string> = ChatMessage[] & { readonly [VARIABLES]?: V };

interface ChatMessagesOptions<V extends string> {
  /** Names that texts may have in braces, as in `{text}`. @defaultValue none: texts are not templates */
  readonly variables?: readonly V[];
}

/**
 * Creates a field for the messages that a model gets first: each has a role and a text. The playground shows a list with
 * a text area for each message.
 *
 * @param options - the variables of the texts. A text with another variable is refused; `{{name}}` stands for the
 * characters `{name}`
 * @returns a zod schema; set its default with `.default([...])`
 * @throws {WF_WORKFLOW_INVALID} when a variable is not an identifier, or is repeated
 * @source design §3
 * @example
 * ```ts
 * import { chatMessages, configSchema, fillMessages, route } from 'wfkit';
 * import * as z from 'zod';
 *
 * const Translation = configSchema({
 *   messages: chatMessages({ variables: ['text', 'language'] }).default([
 *     { role: 'system', content: 'You translate into {language}.' },
 *     { role: 'user', content: '{text}' },
 *   ]),
 * });
 *
 * export const prompt = route(
 *   '/prompt',
 *   { config: Translation, input: z.object({ text: z.string() }) },
 *   ({ config, input }) => fillMessages(config.messages, { text: input.text, language: 'French' }),
 * );
 * ```
 */
export function chatMessages<const V extends string = never>(
  options: ChatMessagesOptions<V> = {},
): StructuredSchema<ChatMessages<V>> {
  const variables = options.variables ?? null;
  if (variables !== null) requireNames(variables, 'chatMessages()', 'variable', isVariableName);
  return createStructuredSchema({ kind: 'chat_messages', variables });
}

/**
 * Replaces the variables in the texts of messages.
 *
 * @param messages - messages of a configuration
 * @param values - the value of each variable that `chatMessages()` declares
 * @returns new messages
 * @throws {WF_INVALID_INPUT} when a text has a variable without a value
 * @source design §3
 */
export function fillMessages<V extends string>(
  messages: ChatMessages<V>,
  values: { readonly [N in V]: string | number | boolean },
): ChatMessage[] {
  // A union of names is read as a record of them.
  const known: Readonly<Record<string, string | number | boolean>> = values;
  return messages.map(({ role, content }) => ({ role, content: fillVariables(content, (name) => read(known, name)) }));
}

function read(values: Readonly<Record<string, string | number | boolean>>, name: string): string {
  if (Object.hasOwn(values, name)) return String(values[name]);
  throw userError(
    'WF_INVALID_INPUT',
    `fillMessages() has no value for {${name}}. Values: ${Object.keys(values).join(', ') || 'none'}.`,
  );
}
