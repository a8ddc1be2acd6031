import { CHAT_ROLES, checkChatMessages } from './chat-messages.ts';
import { checkJsonSchema, type FieldIssue } from './check-json-schema.ts';
import { checkTools } from './tool-definitions.ts';

/** Kind of a field whose values are lists or objects. These kinds are ours. @source design §3 */
export type StructuredKind =
  | {
      readonly kind: 'chat_messages';
      /** Names that texts may have in braces; `null`: texts are not templates. */
      readonly variables: readonly string[] | null;
    }
  | {
      readonly kind: 'tools';
      /** Tools that the code can run; `null`: any. */
      readonly names: readonly string[] | null;
    }
  | { readonly kind: 'output_schema' };

type FieldSchema = Readonly<Record<string, unknown>>;

/** Reads the kind of a field from its JSON Schema. @returns `null` for the kinds that other services know */
export function readStructuredKind(schema: FieldSchema): StructuredKind | null {
  switch (schema['x-parameter']) {
    case 'chat_messages':
      return { kind: 'chat_messages', variables: toNames(schema['x-variables']) };
    case 'tools':
      return { kind: 'tools', names: toNames(schema['x-tool-names']) };
    case 'output_schema':
      return { kind: 'output_schema' };
    default:
      return null;
  }
}

/** A deployed schema is whatever its author has sent. */
function toNames(value: unknown): string[] | null {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : null;
}

/**
 * Writes the JSON Schema of a kind. `x-wf` marks it as ours; a program that knows none of the marks still sees a list or
 * an object.
 */
export function toStructuredSchema(field: StructuredKind): FieldSchema {
  const marks = { 'x-parameter': field.kind, 'x-wf': true };
  switch (field.kind) {
    case 'chat_messages':
      return {
        type: 'array',
        items: MESSAGE,
        ...marks,
        ...(field.variables === null ? {} : { 'x-variables': field.variables }),
      };
    case 'tools':
      return {
        type: 'array',
        items: TOOL,
        ...marks,
        ...(field.names === null ? {} : { 'x-tool-names': field.names }),
      };
    case 'output_schema':
      return { type: 'object', additionalProperties: true, ...marks };
  }
}

const MESSAGE = {
  type: 'object',
  properties: { role: { type: 'string', enum: CHAT_ROLES }, content: { type: 'string' } },
  required: ['role', 'content'],
  additionalProperties: false,
};

const TOOL = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    description: { type: 'string' },
    parameters: { type: 'object', additionalProperties: true },
    strict: { type: 'boolean' },
  },
  required: ['name', 'parameters'],
  additionalProperties: false,
};

/** Checks a value of a kind. @returns what is wrong, at most a hundred things: nobody reads more */
export function checkStructured(field: StructuredKind, value: unknown): FieldIssue[] {
  switch (field.kind) {
    case 'chat_messages':
      return checkChatMessages(value, field.variables).slice(0, MAX_ISSUES);
    case 'tools':
      return checkTools(value, field.names).slice(0, MAX_ISSUES);
    case 'output_schema':
      return checkJsonSchema(value).slice(0, MAX_ISSUES);
  }
}

const MAX_ISSUES = 100;
