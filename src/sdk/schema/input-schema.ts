import { UserError } from '../../foundation/errors/wf-error.ts';
import { definitionOf } from './zod-definition.ts';

/** Key for the nested configuration in the body of a playground call. @source facts §4.2 */
export const NESTED_CONFIG = 'ag_config';

/**
 * Keys in the body of a call that are never inputs: the nested configuration, and those that identify a configuration.
 *
 * @source design §4, facts §4.2
 */
export const RESERVED_NAMES = [NESTED_CONFIG, 'environment', 'config', 'app'] as const;

/**
 * Checks an input schema.
 *
 * @throws {WF_WORKFLOW_INVALID} when it is not a zod object, or a field has a reserved name
 */
export function requireInputSchema(schema: unknown, where: string): void {
  const definition = definitionOf(schema);
  if (definition?.type !== 'object' || definition.shape === undefined) {
    throw invalid(`${where}: the input schema is not a zod object. Write it as z.object({ ... }).`);
  }
  const reserved = RESERVED_NAMES.find((name) => Object.hasOwn(definition.shape ?? {}, name));
  if (reserved === undefined) return;
  throw invalid(
    `${where}: the input field "${reserved}" has a name that is reserved in the body of a call (${RESERVED_NAMES.join(', ')}). Rename it.`,
  );
}

function invalid(message: string): UserError {
  return new UserError({ code: 'WF_WORKFLOW_INVALID', message });
}
