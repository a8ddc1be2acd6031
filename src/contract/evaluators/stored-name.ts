/**
 * Answers whether a service stored a name as it was typed, or with the name of the app after it, as the public service
 * does: `close (support)`.
 *
 * @source facts §2.6
 */
export function isStoredAs(stored: string, typed: string): boolean {
  return stored === typed || (stored.startsWith(`${typed} (`) && stored.endsWith(')'));
}

/** Leaves out the name of the app at the end of a stored name. */
export function withoutApp(stored: string): string {
  const start = stored.indexOf(' (');
  return start > 0 && stored.endsWith(')') ? stored.slice(0, start) : stored;
}
