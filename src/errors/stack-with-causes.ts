/** Begins the stack of a cause. */
const CAUSED_BY = 'Caused by: ';

/** Returns the stack of an error with those of its causes, as Node prints them. */
export function stackWithCauses(error: Error): string {
  const stacks: string[] = [];
  // A cause may be its own cause.
  const seen = new Set<unknown>();
  for (let found: unknown = error; found instanceof Error && !seen.has(found); found = found.cause) {
    seen.add(found);
    stacks.push(found.stack ?? found.message);
  }
  return stacks.join(`\n${CAUSED_BY}`);
}

/** Splits such a stack into its own lines and the headlines of its causes. */
export function splitCauses(stack: readonly string[]): { own: readonly string[]; causes: readonly string[] } {
  const first = stack.findIndex((line) => line.startsWith(CAUSED_BY));
  return {
    own: first === -1 ? stack : stack.slice(0, first),
    causes: stack.filter((line) => line.startsWith(CAUSED_BY)),
  };
}
