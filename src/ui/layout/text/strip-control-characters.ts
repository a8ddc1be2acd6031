/** Escape sequences, control characters, and marks that reorder text. */
const CONTROL =
  // oxlint-disable-next-line no-control-regex
  /\u001B\[[0-?]*[ -/]*[@-~]|\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)|[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;

/** Removes everything from untrusted text that could control a terminal; keeps line breaks. */
export function stripControlCharacters(text: string): string {
  return text.replaceAll(CONTROL, '');
}
