import type * as z from 'zod';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { createChoiceSchema, requireChoices } from './choices.ts';

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
    throw new UserError({
      code: 'WF_WORKFLOW_INVALID',
      message: 'groupedMultipleChoice() has no groups. Pass a mapping from group name to a list of strings.',
    });
  }
  for (const [name, choices] of Object.entries(groups)) requireChoices(choices, `Group ${JSON.stringify(name)}`);
  // Each entry maps a choice to itself.
  return createChoiceSchema(groups) as GroupedMultipleChoice<G>;
}
