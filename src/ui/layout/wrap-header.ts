import { widthOf } from './text/text-width.ts';

/** Wraps a column's name between words if it is wider than its values. */
export function wrapHeader(header: string, width: number): string {
  const words = header.split(/(?<=[_\s])/);
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1) ?? ''}${word}`;
    if (lines.length > 0 && widthOf(longer.trimEnd()) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => line.trimEnd()).join('\n');
}
