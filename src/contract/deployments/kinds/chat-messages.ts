import { closestNames } from '../../../foundation/closest-names.ts';
import { isRecord } from '../../../foundation/record.ts';
import { extraKeys, type FieldIssue, invalidValue, missing, wrongType } from './check-json-schema.ts';

/** Roles that every provider of chat models has. */
export const CHAT_ROLES = ['system', 'user', 'assistant'] as const;

/** A message of a conversation with a model. */
export interface ChatMessage {
  readonly role: (typeof CHAT_ROLES)[number];
  readonly content: string;
}

/**
 * Checks a list of messages.
 *
 * @param variables - names that texts may have in braces; `null`: texts are not templates
 */
export function checkChatMessages(value: unknown, variables: readonly string[] | null): FieldIssue[] {
  if (!Array.isArray(value)) return [wrongType([], 'array', 'list')];
  return value.flatMap((message: unknown, index) => checkMessage(message, variables, [index]));
}

function checkMessage(
  message: unknown,
  variables: readonly string[] | null,
  path: readonly (string | number)[],
): FieldIssue[] {
  if (!isRecord(message)) return [wrongType(path, 'object', 'object')];
  return [
    ...checkRole(message, [...path, 'role']),
    ...checkContent(message, variables, [...path, 'content']),
    ...extraKeys(message, ['role', 'content'], path),
  ];
}

function checkRole({ role }: Readonly<Record<string, unknown>>, path: readonly (string | number)[]): FieldIssue[] {
  if (role === undefined) return [missing(path)];
  const roles: readonly unknown[] = CHAT_ROLES;
  return roles.includes(role) ? [] : [{ path, msg: 'Input should be "system", "user" or "assistant"', type: 'enum' }];
}

function checkContent(
  { content }: Readonly<Record<string, unknown>>,
  variables: readonly string[] | null,
  path: readonly (string | number)[],
): FieldIssue[] {
  if (content === undefined) return [missing(path)];
  if (typeof content !== 'string') return [wrongType(path, 'string', 'string')];
  if (variables === null) return [];
  const known = new Set(variables);
  const unknown = findVariables(content).filter((name) => !known.has(name));
  return unknown.map((name) => invalidValue(path, describeUnknown(name, variables)));
}

function describeUnknown(name: string, variables: readonly string[]): string {
  const near = closestNames(name, variables);
  const listed = (names: readonly string[]) => names.map((one) => `{${one}}`).join(', ');
  if (near.length > 0) return `Unknown variable {${name}}. Did you mean ${listed(near)}?`;
  const available = variables.length === 0 ? 'This field has no variables' : `Variables: ${listed(variables)}`;
  return `Unknown variable {${name}}. ${available}. Write {{${name}}} for the text in braces.`;
}

/**
 * Matches `{{name}}`, which stands for the characters `{name}`, and `{name}`, a variable. Other braces, such as those of
 * JSON in a prompt, are plain text.
 */
const PLACEHOLDER = /\{\{([A-Za-z_]\w*)\}\}|\{([A-Za-z_]\w*)\}/g;

/** Lists the variables of a templated text, each once. */
export function findVariables(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].flatMap(([, , name]) => name ?? []))];
}

/** Replaces the variables of a templated text. @param valueOf - returns the text for a variable */
export function fillVariables(text: string, valueOf: (name: string) => string): string {
  return text.replaceAll(PLACEHOLDER, (_, literal: string | undefined, name: string | undefined) =>
    name === undefined ? `{${literal}}` : valueOf(name),
  );
}

/** Returns whether a name can be a variable. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name);
}
