/** A position in a source file; line and column count from 1. */
export interface SourcePosition {
  /** Relative to the project, with forward slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** With its gutter, a line stays below 80 columns: a wrapped line would misplace the caret. */
const WIDEST = 70;
/** Characters of a long line in front of the caret. */
const LEAD = 40;

/** Draws one source line with a caret under the column; a long line is cut around it. */
export function drawCodeFrame({ line, column }: Omit<SourcePosition, 'file'>, lineText: string): string {
  const start = lineText.length > WIDEST ? Math.max(0, column - 1 - LEAD) : 0;
  const shown = lineText.slice(start, start + WIDEST).trimEnd();
  const gutter = String(line);
  // Tabs stay tabs, so that the caret lands under its column however wide the terminal draws them.
  const indent = shown.slice(0, Math.max(0, column - 1 - start)).replaceAll(/[^\t]/g, ' ');
  return `  ${gutter} | ${shown}\n  ${' '.repeat(gutter.length)} | ${indent}^`;
}

export function formatPosition({ file, line, column }: SourcePosition): string {
  return `${file}:${line}:${column}`;
}
