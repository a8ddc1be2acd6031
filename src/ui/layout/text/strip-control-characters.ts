/** Escape sequences, control characters, and marks that reorder text. */
const CONTROL =
  // oxlint-disable-next-line no-control-regex
  /\u001B\[[0-?]*[ -/]*[@-~]|\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)|[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Colours and weights, which our own views write. */
// oxlint-disable-next-line no-control-regex
const STYLE = /(\u001B\[[\d;]*m)/;

/** Removes everything that could control a terminal but styles of text: the last check of all that a command writes. */
export function keepStylesOnly(text: string): string {
  // Most text has nothing to remove.
  if (text.search(CONTROL) === -1) return text;
  return text
    .split(STYLE)
    .map((part, index) => (index % 2 === 1 ? part : stripControlCharacters(part)))
    .join('');
}

/** Removes everything from untrusted text that could control a terminal; keeps line breaks. */
export function stripControlCharacters(text: string): string {
  return text.replaceAll(CONTROL, '');
}
