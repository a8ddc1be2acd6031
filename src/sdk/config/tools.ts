import { isToolName, type ToolDefinition } from '../../contract/deployments/kinds/tool-definitions.ts';
import { requireNames } from './require-names.ts';
import { createStructuredSchema, type StructuredSchema } from './structured-field.ts';

/** The tools of a configuration. @source design §3 */
export type Tools<N extends string = string> = ToolDefinition<N>[];

export interface ToolsOptions<N extends string> {
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
