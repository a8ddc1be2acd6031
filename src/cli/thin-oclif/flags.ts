import { expectInteger } from './expect-integer.ts';

interface Options {
  readonly multiple?: boolean;
  readonly allowNo?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly [name: string]: unknown;
}

type Parse = (text: string, context: unknown, options: Options) => unknown;

/** A switch. */
export function boolean(options: Options = {}): object {
  return { ...options, allowNo: options.allowNo === true, type: 'boolean' };
}

/** An option that takes text. */
export const string = custom();

/** An option that takes a whole number, between `min` and `max` where given. */
export const integer = custom({ parse: expectInteger });

/** Makes a kind of option with a parser of its own. */
export function custom(defaults: { readonly parse?: Parse } & Options = {}) {
  return (options: Options = {}): object => ({
    parse: async (text: string) => text,
    ...defaults,
    ...options,
    multiple: options.multiple ?? defaults.multiple ?? false,
    type: 'option',
  });
}

/** Makes a kind of option whose values are given. */
export function option(defaults: Options): ReturnType<typeof custom> {
  return custom(defaults);
}
