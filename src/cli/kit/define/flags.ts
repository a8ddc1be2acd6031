import { custom, integer as wholeNumber } from '@oclif/core/flags';
import { type Naming, valueWordOf } from './naming.ts';

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
