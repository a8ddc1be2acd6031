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

/**
 * Puts a text on one line and removes control characters: a stored name may contain line breaks, or escape sequences
 * that move the cursor or recolour the terminal.
 */
export function toSingleLine(text: string): string {
  return text.replaceAll(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ').replaceAll(UNSAFE, '');
}

/** Writes the same JSON without characters that could control a terminal: as escapes, so that programs read all of it. */
export function escapeJson(json: string): string {
  return json.replaceAll(LINES_OR_UNSAFE, (one) => String.raw`\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

// Control characters, and marks that reorder text.
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const LINES_OR_UNSAFE = new RegExp(`[\\u2028\\u2029]|${UNSAFE.source}`, 'g');
