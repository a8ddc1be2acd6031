import { isWfError } from '../errors/wf-error.ts';
import { usageError } from './usage-error.ts';

/** Passes one text through a definition's choices and parser. */
export async function parseValue(
  label: string,
  text: string,
  definition: { readonly options?: readonly unknown[]; readonly parse: unknown },
): Promise<unknown> {
  if (definition.options !== undefined && !definition.options.includes(text)) {
    throw usageError(`${label} cannot be ${JSON.stringify(text)}. It is one of ${definition.options.join(', ')}.`);
  }
  try {
    // Every definition of oclif's and ours has this parser; the context is only there for oclif's own flags.
    const parse = definition.parse as (text: string, context: unknown, definition: unknown) => Promise<unknown>;
    return await parse(text, {}, definition);
  } catch (error) {
    if (isWfError(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw usageError(`${label} cannot be ${JSON.stringify(text)}: ${reason}.`);
  }
}
