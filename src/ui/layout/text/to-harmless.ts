/** Escapes that would move the cursor or change a terminal's state, colours with them, and marks that reorder a line. */
const CONTROL =
  // oxlint-disable-next-line no-control-regex
  /\u001B\[[0-?]*[ -/]*[@-~]|\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)|[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;

/** Keeps words that others wrote from doing anything to a terminal; their lines stay lines. */
export function toHarmless(text: string): string {
  return text.replaceAll(CONTROL, '');
}
