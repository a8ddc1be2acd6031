/** A fix of this repository's history, with the edits of today's code that put the fault back. */
export interface Fix {
  readonly title: string;
  readonly commit: string;
  /** The quickest file of tests that notices. */
  readonly test: string;
  readonly edits: readonly Edit[];
}

/** Lines that occur once in the sources, and the faulty ones. */
export interface Edit {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A file of the sources. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** Reads `fixes.md`: a heading, the commit and the test of each fix, and a `diff` block for each edit. */
export function readFixes(markdown: string): Fix[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = ''] = section.split('\n', 1);
      const commit = /^`([0-9a-f]{7,40})`/m.exec(section)?.[1];
      const test = /^Noticed by `(test\/[^`]+)`\.$/m.exec(section)?.[1];
      const edits = [...section.matchAll(/^```diff\n(.*?)^```$/gms)].map(([, block = '']) => toEdit(block));
      if (commit === undefined || test === undefined || edits.length === 0)
        throw new Error(`"${title}" lacks its commit, its test, or its diff.`);
      return { title, commit, test, edits };
    });
}

function toEdit(block: string): Edit {
  const lines = block.split('\n').slice(0, -1);
  const without = (sign: string) => lines.filter((line) => !line.startsWith(sign)).map((line) => line.slice(1));
  return { before: without('+'), after: without('-') };
}

/**
 * Applies an edit to the one file that has its lines, whatever their indentation.
 *
 * @returns the changed file, or the number of places that have the lines
 */
export function applyEdit({ before, after }: Edit, sources: readonly SourceText[]): SourceText | number {
  const wanted = before.map((line) => line.trim());
  const places = sources.flatMap((source) => {
    const lines = source.text.split('\n');
    const trimmed = lines.map((line) => line.trim());
    const starts = trimmed.flatMap((line, at) =>
      line === wanted[0] && wanted.every((text, offset) => trimmed[at + offset] === text) ? [at] : [],
    );
    return starts.map((start) => ({ path: source.path, lines, start }));
  });
  const [place] = places;
  if (place === undefined || places.length > 1) return places.length;
  return { path: place.path, text: place.lines.toSpliced(place.start, before.length, ...after).join('\n') };
}
