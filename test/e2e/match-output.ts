/**
 * Masks what differs between runs: `<id>`, `<time>`, `<root>`. Runs of spaces become two, since column widths
 * depend on the masked values.
 */
export function normalizeOutput(text: string, root: string): string[] {
  const lines = text
    .replaceAll(root, '<root>')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>')
    .split('\n')
    .map(squeeze);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** Converts an expected line to a pattern: `<...>` matches anything, `<n>` a number. */
export function toPattern(expected: string): RegExp {
  const parts = squeeze(expected).split(/(<\.\.\.>|<n>)/);
  const source = parts.map((part) => PLACEHOLDERS[part] ?? part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${source.join('')}$`);
}

const PLACEHOLDERS: Readonly<Record<string, string>> = { '<...>': '.*', '<n>': '-?\\d+(?:\\.\\d+)?(?:e-?\\d+)?' };

/**
 * Replaces each matching line by its expectation, so that one comparison shows exactly the others. A last line of
 * `<...>` matches one or more lines.
 */
export function alignOutput(actual: readonly string[], expected: readonly string[]): string[] {
  const isOpen = expected.at(-1) === '<...>' && actual.length >= expected.length;
  const compared = isOpen ? actual.slice(0, expected.length) : actual;
  return compared.map((line, index) => {
    const wanted = expected[index];
    return wanted !== undefined && toPattern(wanted).test(line) ? wanted : line;
  });
}

function squeeze(line: string): string {
  return line.replaceAll(/ {2,}/g, '  ').trimEnd();
}
