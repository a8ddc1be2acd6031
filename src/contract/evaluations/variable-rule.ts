import * as z from 'zod';

const Names = z.array(z.string().min(1)).max(1000);

/**
 * Exceptions from the rule about which environment variables determine outputs: all but those whose names look like
 * credentials. `count` names variables that do although they look like one, `ignore` those that do not.
 *
 * @source wf
 */
export const VariableRule = z.strictObject({ count: Names.optional(), ignore: Names.optional() });
export type VariableRule = z.infer<typeof VariableRule>;

/** `KEY`, `TOKEN`, `SECRET` or `PASSWORD`, alone or as the last word of a name, in any case. */
const CREDENTIAL = /(?:^|_)(?:KEY|TOKEN|SECRET|PASSWORD)$/i;

/** Splits the names of variables into those that determine outputs and the others, each in order. */
export function divideVariables(names: readonly string[], { count = [], ignore = [] }: VariableRule) {
  const counts = (name: string) => !ignore.includes(name) && (count.includes(name) || !CREDENTIAL.test(name));
  const sorted = names.toSorted();
  return { counted: sorted.filter(counts), ignored: sorted.filter((name) => !counts(name)) };
}
