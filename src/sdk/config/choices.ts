import * as z from 'zod';
import { UserError } from '../../foundation/errors/wf-error.ts';

/**
 * Key for the choices, as the author wrote them, in the definition of a choice schema. `.describe()` and `.default()`
 * copy the schema but share its definition, and `Symbol.for` lets two copies of the SDK agree.
 */
const CHOICES: unique symbol = Symbol.for('wf.choices');

/** Choices in a list, or in named groups. */
export type Choices = readonly string[] | Readonly<Record<string, readonly string[]>>;

/** Creates a string enumeration and stores the order and the groups of its choices. */
export function createChoiceSchema(choices: Choices): z.ZodEnum {
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
export function requireChoices(choices: unknown, where: string): void {
  if (!Array.isArray(choices) || choices.length === 0) {
    throw invalidChoices(`${where} has no choices`, 'Give it a list of at least one string');
  }
  const invalid = choices.find((choice) => typeof choice !== 'string' || choice === '');
  if (invalid !== undefined) {
    throw invalidChoices(`${where} has the choice ${JSON.stringify(invalid)}`, 'Choices are non-empty strings');
  }
  const repeated = choices.find((choice, index) => choices.indexOf(choice) !== index);
  if (repeated !== undefined)
    throw invalidChoices(`${where} has ${JSON.stringify(repeated)} twice`, 'Name each choice once');
}

function invalidChoices(problem: string, remedy: string): UserError {
  return new UserError({ code: 'WF_WORKFLOW_INVALID', message: `${problem}. ${remedy}.` });
}
