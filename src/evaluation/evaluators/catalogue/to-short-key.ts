/** Begins the key of every built-in evaluator on the wire. @source facts §2.6.1 */
export const PREFIX = 'auto_';

/** Leaves out the prefix, which nobody needs to type. */
export function toShortKey(key: string): string {
  return key.startsWith(PREFIX) ? key.slice(PREFIX.length) : key;
}
