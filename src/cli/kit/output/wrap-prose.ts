/**
 * Breaks sentences between words, where a terminal would break them anywhere. What is longer than a line and has no
 * blank, as an address, a path or an id, stays whole, to be copied; so do indented lines, which show part of a file.
 *
 * @param columns - of the terminal; 0: it is none, or does not say
 */
export async function wrapProse(text: string, columns: number): Promise<string> {
  // A character takes two places at most.
  if (columns <= 0 || text.length * 2 <= columns) return text;
  const { wrapWords } = await import('../../../ui/layout/text/wrap-words.ts');
  return text
    .split('\n')
    .map((line) => (/^\s/.test(line) ? line : wrapWords(line, columns, false)))
    .join('\n');
}
