import { type ChatMessage, fillVariables, isVariableName } from '../../contract/deployments/kinds/chat-messages.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { createStructuredSchema, requireNames, type StructuredSchema } from './structured-fields.ts';

declare const VARIABLES: unique symbol;

/**
 * The messages of a configuration. The type knows the variables of their texts, so that `fillMessages` can require them.
 *
 * @source design §3
 */
export type ChatMessages<V extends string = string> = ChatMessage[] & { readonly [VARIABLES]?: V };

export interface ChatMessagesOptions<V extends string> {
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
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `fillMessages() has no value for {${name}}. Values: ${Object.keys(values).join(', ') || 'none'}.`,
  });
}
