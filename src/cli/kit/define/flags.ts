import { custom, integer as wholeNumber } from '@oclif/core/flags';
import { type Naming, valueWordOf } from './naming.ts';

/** The flags of commands: oclif's, which may also declare what their values name. */
export { boolean } from '@oclif/core/flags';

const text = custom<string, Naming>();

/** An option that takes text; in help its value is called after what it names. */
export const string = ((options?: Parameters<typeof text>[0]) => {
  const helpValue = valueWordOf(options ?? {});
  // oclif's type has an overload per form of options; they pass through unchanged.
  return text({ ...(helpValue !== undefined && { helpValue }), ...options } as Parameters<typeof text>[0]);
}) as typeof text;

/** An option that takes a whole number, from `min` to `max` where given. */
export const integer = custom<number, Naming & { min?: number; max?: number }>({ parse: wholeNumber().parse });
