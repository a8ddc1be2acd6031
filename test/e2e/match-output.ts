/**
 * Rewrites what differs from run to run: `<id>`, `<time>`, `<root>`. Runs of blanks become two, since columns are as wide
 * as what was rewritten.
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

/** Makes the pattern of an expected line: `<...>` stands for anything, `<n>` for a number. */
export function toPattern(expected: string): RegExp {
  const parts = squeeze(expected).split(/(<\.\.\.>|<n>)/);
  const source = parts.map((part) => PLACEHOLDERS[part] ?? part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${source.join('')}$`);
}

const PLACEHOLDERS: Readonly<Record<string, string>> = { '<...>': '.*', '<n>': '-?\\d+(?:\\.\\d+)?(?:e-?\\d+)?' };

/**
 * Replaces each line that fits its expectation by it, so that one equality shows exactly what does not. A last line of
 * `<...>` stands for one line or more.
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
