import { expectInteger } from './expect-integer.ts';

type Options = Readonly<Record<string, unknown>>;

/** An argument of text. */
export const string = custom();

/** An argument that is a whole number. */
export const integer = custom({ parse: expectInteger });

/** Makes a kind of argument with a parser of its own. */
export function custom(defaults: Options = {}) {
  return (options: Options = {}): object => ({ parse: async (text: string) => text, ...defaults, ...options });
}

/** Makes an argument whose values are given. */
export function option(defaults: Options) {
  return custom(defaults);
}
