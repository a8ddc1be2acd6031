import type { Definitions } from './definitions.ts';

/** A value that a definition refused; carries what is needed to word the refusal. */
export class RefusedValue extends Error {
  readonly label: string;
  readonly text: string;
  readonly definition: ValueDefinition;

  constructor(label: string, text: string, definition: ValueDefinition, cause?: unknown) {
    super(`${label} cannot be ${JSON.stringify(text)}`, { cause });
    this.label = label;
    this.text = text;
    this.definition = definition;
  }
}

/** What a flag or an argument declares about its value. */
export interface ValueDefinition {
  readonly options?: readonly unknown[];
  readonly min?: number;
  readonly max?: number;
  readonly parse: unknown;
}

/**
 * Prepares definitions for oclif's parser: a wrong value is refused with the facts about it, which oclif's own errors
 * put into a sentence only, and a missing argument is not read from standard input.
 */
export function withRefusals({ flags, args }: Definitions): Definitions {
  return {
    flags: mapValues(flags, (flag, name) => (flag.type === 'option' ? refusing(flag, `--${name}`) : flag)),
    args: mapValues(args, (arg, name) => ({ ...refusing(arg, labelOf(name)), ignoreStdin: true })),
  };
}

/** How an argument is written in help. */
export function labelOf(name: string): string {
  return name.toUpperCase();
}

function refusing<Definition extends ValueDefinition>(definition: Definition, label: string): Definition {
  const { options, ...unlimited } = definition;
  // Every definition of oclif's has a parser of this form.
  const parseValue = definition.parse as (text: string, ...rest: unknown[]) => Promise<unknown>;
  const parse = async (text: string, ...rest: unknown[]): Promise<unknown> => {
    if (options?.includes(text) === false) throw new RefusedValue(label, text, definition);
    try {
      return await parseValue(text, ...rest);
    } catch (error) {
      throw new RefusedValue(label, text, definition, error);
    }
  };
  // The same definition, but that its choices are checked by its parser.
  return { ...unlimited, parse } as Definition;
}

function mapValues<Value>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
}
