/**
 * Answers whether a service stored a name as it was typed, or with the name of the app after it, as the public service
 * does: `close (support)`.
 *
 * @source facts §2.6
 */
export function isStoredAs(stored: string, typed: string): boolean {
  return stored === typed || withoutApp(stored) === typed;
}

/** Leaves out the name of the app at the end of a stored name: the last text in parentheses, which may contain others. */
export function withoutApp(stored: string): string {
  if (!stored.endsWith(')')) return stored;
  let depth = 0;
  for (let at = stored.length - 1; at > 0; at -= 1) {
    if (stored[at] === ')') depth += 1;
    if (stored[at] === '(') depth -= 1;
    if (depth === 0) return stored[at - 1] === ' ' && at > 1 ? stored.slice(0, at - 1) : stored;
  }
  return stored;
}
