import { custom, integer as wholeNumber } from '@oclif/core/flags';
import type { NameKind } from '../../../use-cases/choose/list-choices.ts';

/** oclif's flags, which may also declare what their values name. */
export { boolean } from '@oclif/core/flags';

const text = custom<string, Naming>();

/** An option with a text value; help labels the value by what it names. */
export const string = ((options?: Parameters<typeof text>[0]) => {
  const helpValue = valueWordOf(options ?? {});
  // oclif's type has an overload per kind of option; options are passed on unchanged.
  return text({ ...(helpValue !== undefined && { helpValue }), ...options } as Parameters<typeof text>[0]);
}) as typeof text;

const { parse } = wholeNumber();

/** An option with an integer value, from `min` to `max` if given. */
export const integer = custom<number, Naming & { min?: number; max?: number }>({ parse });

/** Returns whether a definition is an option with an integer value. */
export function isInteger(definition: object): boolean {
  return 'parse' in definition && definition.parse === parse;
}

/**
 * What the value of a flag or an argument names. Prompts, shell completion and help read only this: no behaviour
 * depends on the text that describes the flag.
 */
export type Naming = {
  /** Kind of names, which only the service or this machine knows. */
  names?: NameKind;
  /** Whether the value may also be the path of a file. */
  allowsPath?: boolean;
  /** Whether the value may be several names, separated by commas. */
  isList?: boolean;
};

/** Reads the naming of a definition; oclif's types do not have these fields. */
export function namingOf(definition: object): Naming {
  return definition;
}

/** Labels the value in help: `--testset FILE|TESTSET`. */
export function valueWordOf({ names, allowsPath, isList }: Naming): string | undefined {
  const word = names?.split(' ').at(-1)?.toUpperCase();
  if (word === undefined) return undefined;
  return `${allowsPath ? 'FILE|' : ''}${word}${isList ? ',…' : ''}`;
}
