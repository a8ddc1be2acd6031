/** A position in a source file; line and column are 1-based. */
export interface SourcePosition {
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Keeps a line with its gutter below 80 columns: a wrapped line would misplace the caret. */
const MAX_WIDTH = 70;
/** Number of characters of a long line before the caret. */
const LEAD = 40;

/** Draws a source line with a caret under the column; truncates a long line around it. */
export function drawCodeFrame({ line, column }: Omit<SourcePosition, 'file'>, lineText: string): string {
  const start = lineText.length > MAX_WIDTH ? Math.max(0, column - 1 - LEAD) : 0;
  const shown = lineText.slice(start, start + MAX_WIDTH).trimEnd();
  const gutter = String(line);
  // Keep tabs, so that the caret is under its column at any tab width.
  const indent = shown.slice(0, Math.max(0, column - 1 - start)).replaceAll(/[^\t]/g, ' ');
  return `  ${gutter} | ${shown}\n  ${' '.repeat(gutter.length)} | ${indent}^`;
}

export function formatPosition({ file, line, column }: SourcePosition): string {
  return `${file}:${line}:${column}`;
}
