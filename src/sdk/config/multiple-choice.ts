import type * as z from 'zod';
import { createChoiceSchema, requireChoices } from './choices.ts';

/**
 * A string field whose value is one of a list of choices; the playground shows a dropdown.
 *
 * @source seed §2.9 rule 4
 */
export type MultipleChoice<C extends string = string> = z.ZodEnum<{ [K in C]: K }>;

/**
 * Creates an enumeration field: one string from a list.
 *
 * @param choices - one or more strings, in the order of the dropdown
 * @returns a zod schema; set its default with `.default(choice)`
 * @throws {WF_WORKFLOW_INVALID} when the list is empty, or a choice is empty or repeated
 * @source seed §2.9 rule 4
 * @example
 * ```ts
 * import { configSchema, multipleChoice } from 'wfkit';
 *
 * export const Tone = configSchema({ tone: multipleChoice(['plain', 'formal']).default('plain') });
 * ```
 */
export function multipleChoice<const C extends readonly string[]>(choices: C & NonEmpty<C>): MultipleChoice<C[number]> {
  requireChoices(choices, 'multipleChoice()');
  // Each entry maps a choice to itself.
  return createChoiceSchema(choices) as MultipleChoice<C[number]>;
}

/** Rejects an empty list at compile time if its type shows that it is empty. */
type NonEmpty<C> = C extends readonly [] ? { readonly 0: string } : unknown;
