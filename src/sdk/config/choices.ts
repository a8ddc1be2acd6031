import * as z from 'zod';
import { invalidWorkflow } from '../schema/object-schema.ts';

/**
 * Key for the choices, as the author wrote them, in the definition of a choice schema. `.describe()` and `.default()`
 * copy the schema but share its definition, and `Symbol.for` lets two copies of the SDK agree.
 */
const CHOICES: unique symbol = Symbol.for('wf.choices');

/** Choices in a list, or in named groups. */
export type Choices = readonly string[] | Readonly<Record<string, readonly string[]>>;

/** Creates a string enumeration and stores the order and the groups of its choices. */
function createChoiceSchema(choices: Choices): z.ZodEnum {
  const schema = z.enum(Object.fromEntries(flattenChoices(choices).map((choice) => [choice, choice])));
  Object.defineProperty(schema._zod.def, CHOICES, { value: choices, enumerable: true });
  return schema;
}

/**
 * Returns the choices of a schema.
 *
 * @returns a list, a mapping from group to list, or `null` when the schema is not a choice schema
 */
export function readChoices(definition: object): Choices | null {
  // Only createChoiceSchema writes under this symbol.
  return (definition as { [CHOICES]?: Choices })[CHOICES] ?? null;
}

/** Joins groups of choices into one list without duplicates. */
export function flattenChoices(choices: Choices): string[] {
  return [...new Set(isList(choices) ? choices : Object.values(choices).flat())];
}

/** Returns whether choices are a list rather than groups. */
export function isList(choices: Choices): choices is readonly string[] {
  return Array.isArray(choices);
}

/** Rejects a value that is not a list of distinct strings: TypeScript cannot check values that are read at run time. */
function requireChoices(choices: unknown, where: string): void {
  if (!Array.isArray(choices) || choices.length === 0) {
    throw invalidWorkflow(`${where} has no choices. Give it a list of at least one string.`);
  }
  const invalid = choices.find((choice) => typeof choice !== 'string' || choice === '');
  if (invalid !== undefined) {
    throw invalidWorkflow(`${where} has the choice ${JSON.stringify(invalid)}. Choices are non-empty strings.`);
  }
  const repeated = choices.find((choice, index) => choices.indexOf(choice) !== index);
  if (repeated !== undefined)
    throw invalidWorkflow(`${where} has ${JSON.stringify(repeated)} twice. Name each choice once.`);
}

/** A string field whose value is one of a list of choices; the playground shows a dropdown. @source seed §2.9 rule 4 */
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

/** Group names, each with its choices. @source seed §2.9 rule 5 */
export type ChoiceGroups = Readonly<Record<string, readonly string[]>>;

/**
 * A string field whose value is a choice from any group; the playground shows a dropdown with the group names.
 *
 * @source seed §2.9 rule 5
 */
export type GroupedMultipleChoice<G extends ChoiceGroups = ChoiceGroups> = z.ZodEnum<{
  [K in G[keyof G][number]]: K;
}>;

/**
 * Creates a grouped enumeration field: one string from several named lists.
 *
 * @param groups - choices by group name, in the order of the dropdown
 * @returns a zod schema; set its default with `.default(choice)`
 * @throws {WF_WORKFLOW_INVALID} when there is no group, a group is empty, or a choice is empty or repeated in its group
 * @source seed §2.9 rule 5
 * @example
 * ```ts
 * import { configSchema, groupedMultipleChoice, supportedLlmModels } from 'wfkit';
 *
 * export const Model = configSchema({
 *   model: groupedMultipleChoice(supportedLlmModels).default('gpt-6-luna'),
 *   voice: groupedMultipleChoice({ Warm: ['alto', 'tenor'], Bright: ['soprano'] }).default('alto'),
 * });
 * ```
 */
export function groupedMultipleChoice<const G extends ChoiceGroups>(groups: G): GroupedMultipleChoice<G> {
  if (typeof groups !== 'object' || groups === null || Array.isArray(groups) || Object.keys(groups).length === 0) {
    throw invalidWorkflow(
      'groupedMultipleChoice() has no groups. Pass a mapping from group name to a list of strings.',
    );
  }
  for (const [name, choices] of Object.entries(groups)) requireChoices(choices, `Group ${JSON.stringify(name)}`);
  // Each entry maps a choice to itself.
  return createChoiceSchema(groups) as GroupedMultipleChoice<G>;
}
