/**
 * Estimates the most steps of a match: each quantifier tries every length, at each position of the text, and each
 * alternative is tried after each other one. A repeated group may take any number of steps.
 */
export function patternSteps(source: string, length: number): number {
  // A reference to a group compares as many characters as the group matched.
  const bare = source
    .replaceAll(/\\[1-9k]/g, '*')
    // The braces of a property; a number in braces would repeat.
    .replaceAll(/\\[pP]\{[A-Za-z]\w*(?:=\w+)?\}/g, '_')
    .replaceAll(/\\./gs, '_')
    .replaceAll(/\[[^\]]*\]/g, '_');
  if (/\)[*+{]/.test(bare)) return Number.POSITIVE_INFINITY;
  const loops = bare.match(/[*+{]/g)?.length ?? 0;
  const options = bare.match(/\?/g)?.length ?? 0;
  const alternatives = bare.split(')').reduce((product, part) => product * part.split('|').length, 1);
  return (length + 1) ** (loops + 1) * 2 ** options * alternatives + source.length;
}
