/** Record separator of ASCII: programs hardly ever print it. */
const SIGN = '\u001E';
/** Longest mark, in characters. */
const MAX_LENGTH = 16;

/** Marks a line of a process's output with the call that wrote it. */
export function markLine(mark: string, line: string): string {
  return `${SIGN}${mark}${SIGN}${line}`;
}

/** Splits a line of a process's output into its mark, if it has one, and its text. */
export function readMark(line: string): { readonly mark: string | null; readonly text: string } {
  const end = line.startsWith(SIGN) ? line.indexOf(SIGN, 1) : -1;
  if (end < 2 || end > MAX_LENGTH + 1) return { mark: null, text: line };
  return { mark: line.slice(1, end), text: line.slice(end + 1) };
}
