/** A line to add to `package.json`. */
export interface Addition {
  readonly path: readonly [section: 'scripts' | 'dependencies', name: string];
  readonly value: string;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Adds lines to the text of a `package.json`, as package managers do: with its indentation and its line ends, and
 * dependencies sorted.
 */
export function addToManifest(text: string, additions: readonly Addition[]): string {
  if (additions.length === 0) return text;
  // The caller has read it: an object whose sections are objects.
  const manifest = additions.reduce(add, JSON.parse(text) as Json);
  const indent = /^\{\r?\n([ \t]+)"/.exec(text)?.[1] ?? '  ';
  const lines = JSON.stringify(manifest, null, indent);
  const end = /\s*$/.exec(text)?.[0] ?? '';
  return (text.includes('\r\n') ? lines.replaceAll('\n', '\r\n') : lines) + end;
}

function add(manifest: Json, { path: [section, name], value }: Addition): Json {
  const entries = Object.entries({ ...(manifest[section] as Json | undefined), [name]: value });
  const sorted = section === 'scripts' ? entries : entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { ...manifest, [section]: Object.fromEntries(sorted) };
}
