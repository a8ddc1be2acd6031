/** Splits names as typed, separated by commas; leaves out empty ones. */
export function splitNames(typed: string): string[] {
  return typed
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
