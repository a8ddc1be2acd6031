/**
 * Wraps sentences between words. Words longer than a line, such as URLs, paths and ids, stay whole, so that users can
 * copy them; so do indented lines, which show part of a file.
 *
 * @param columns - width of the terminal; 0 if there is none or its width is unknown
 */
export async function wrapProse(text: string, columns: number): Promise<string> {
  // A character takes at most two cells.
  if (columns <= 0 || text.length * 2 <= columns) return text;
  const { wrapWords } = await import('../../../ui/layout/text/wrap-words.ts');
  return text
    .split('\n')
    .map((line) => (/^\s/.test(line) ? line : wrapWords(line, columns, false)))
    .join('\n');
}
