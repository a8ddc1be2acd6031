/** Fields that identify a record, the most specific first: a variant also has the id of its app. */
const ID_FIELDS = [
  'id',
  '_id',
  'variant_id',
  'evaluation_id',
  'testset_id',
  'key',
  'name',
  'app_id',
  'path',
  'sha256',
  'url',
] as const;

/** Finds what `--quiet` prints: the id of each record of a result, or its name if it has no id. */
export function idsOf(document: unknown): string[] {
  if (Array.isArray(document)) return document.flatMap(idsOf);
  if (typeof document !== 'object' || document === null) return [];
  const record: Partial<Record<(typeof ID_FIELDS)[number], unknown>> = document;
  const id = ID_FIELDS.map((field) => record[field]).find((value) => typeof value === 'string' && value !== '');
  return typeof id === 'string' ? [id] : [];
}
