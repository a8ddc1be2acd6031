import { closestNames } from '../errors/closest-names.ts';
import { isWfError, type UserError } from '../errors/wf-error.ts';
import { usageError } from './usage-error.ts';

interface Definition extends Range {
  readonly options?: readonly unknown[];
  readonly parse: unknown;
}

interface Range {
  readonly min?: number;
  readonly max?: number;
}

/** Passes one text through a definition's choices and parser. */
export async function parseValue(label: string, text: string, definition: Definition): Promise<unknown> {
  if (definition.options !== undefined && !definition.options.includes(text)) {
    throw unknownChoice(label, text, definition.options.map(String));
  }
  try {
    // Every definition of oclif's and ours has this parser; the context is only there for oclif's own flags.
    const parse = definition.parse as (text: string, context: unknown, definition: unknown) => Promise<unknown>;
    return await parse(text, {}, definition);
  } catch (error) {
    if (isWfError(error)) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    if (reason.startsWith('Expected an integer')) {
      throw usageError(`${label} takes a whole number${describeRange(definition)}, not ${JSON.stringify(text)}.`);
    }
    throw usageError(`${label} cannot be ${JSON.stringify(text)}: ${reason}.`);
  }
}

function unknownChoice(label: string, text: string, choices: readonly string[]): UserError {
  const near = closestNames(text, choices);
  const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
  return usageError(`${label} cannot be ${JSON.stringify(text)}.${hint} It is one of ${choices.join(', ')}.`);
}

function describeRange({ min, max }: Range): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` of ${min} or more`;
  return max === undefined ? '' : ` of ${max} or less`;
}
