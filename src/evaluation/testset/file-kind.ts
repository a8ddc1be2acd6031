/** The formats of a test set file. */
export const FILE_KINDS = ['csv', 'tsv', 'json', 'jsonl'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

const ENDINGS: Readonly<Record<string, FileKind>> = {
  csv: 'csv',
  tsv: 'tsv',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
};

/** Returns the format by a file's name; `null`: none. */
export function kindOfName(name: string): FileKind | null {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(ENDINGS, ending) ? (ENDINGS[ending] ?? null) : null;
}

/** Returns the format by a text's first character; `null`: it is blank so far. */
export function kindOfText(text: string): FileKind | null {
  const first = text.trimStart()[0];
  if (first === undefined) return null;
  // A csv may begin with a bracket, but no header of a test set does.
  if (first === '[') return 'json';
  return first === '{' ? 'jsonl' : 'csv';
}
