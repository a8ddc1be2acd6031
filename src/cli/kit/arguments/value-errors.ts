import type { Interfaces } from '@oclif/core';

export interface Definitions {
  readonly flags: Interfaces.FlagInput;
  readonly args: Interfaces.ArgInput;
}

/**
 * Prepares definitions for oclif's parser: errors about values carry the facts, which oclif's own errors have only as
 * text, and a missing argument is not read from standard input. All are copies, because the parser writes to them.
 */
export function withValueErrors({ flags, args }: Definitions): Definitions {
  return {
    flags: mapValues(flags, (flag, name) => (flag.type === 'option' ? checkingValues(flag, `--${name}`) : { ...flag })),
    args: mapValues(args, (arg, name) => ({ ...checkingValues(arg, labelOf(name)), ignoreStdin: true })),
  };
}

export function labelOf(name: string): string {
  return name.toUpperCase();
}

function checkingValues<Definition extends ValueDefinition>(definition: Definition, label: string): Definition {
  const { options, ...unlimited } = definition;
  // Every definition of oclif has such a parser.
  const parseValue = definition.parse as (text: string, ...rest: unknown[]) => Promise<unknown>;
  const parse = async (text: string, ...rest: unknown[]): Promise<unknown> => {
    if (options?.includes(text) === false) throw new InvalidValue(label, text, definition);
    try {
      return await parseValue(text, ...rest);
    } catch (error) {
      throw new InvalidValue(label, text, definition, error);
    }
  };
  // The same definition, except that its parser checks the choices.
  return { ...unlimited, parse } as Definition;
}

function mapValues<Value>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Value,
): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
}

/** A value that a definition rejected, with the facts for the message. */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue';
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

/** By its name, because `explain-parse-error.ts` may be in a script with its own copy of the class. */
export function isInvalidValue(error: unknown): error is InvalidValue {
  return error instanceof Error && error.name === 'InvalidValue';
}

export interface ValueDefinition {
  readonly options?: readonly unknown[];
  readonly min?: number;
  readonly max?: number;
  readonly isInteger?: boolean;
  readonly parse: unknown;
}
