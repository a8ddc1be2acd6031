import { type RawBuilder, sql } from 'kysely';
import { MAX_LABELS, readSelector } from '../../contract/labels/label-rules.ts';
import type { Labels } from '../../contract/labels/labels.ts';
import { invalidField } from '../operation/invalid-field.ts';
import { inBatches } from '../store/insert-rows.ts';
import type { Database, Db } from '../store/schema.ts';

export type MarkedKind = 'variant' | 'evaluation' | 'testset';

/** Tables of labels; their columns are the same. */
export type LabelTable = `${MarkedKind}_labels`;

/** No value contains it: a label has no control characters. */
const SEPARATOR = '\n';

/** Selects the labels of a record as one text, for `toLabels`. @param record - column with the record's id */
export function selectLabels(table: LabelTable, record: string): RawBuilder<string | null> {
  const own = sql.ref(`${table}.record_id`);
  return sql<string | null>`(select string_agg(name || '=' || value, ${sql.lit(SEPARATOR)})
    from ${sql.table(table)} where ${own} = ${sql.ref(record)})`;
}

/** Reads what `selectLabels` selected. The order is set here: sorting in the statement takes SQLite a table of its own. */
export function toLabels(text: string | null): Labels {
  if (text === null) return {};
  return Object.fromEntries(text.split(SEPARATOR).map(splitLabel).toSorted(byName));
}

function byName([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return one < other ? -1 : 1;
}

function splitLabel(text: string): [name: string, value: string] {
  const { name, value } = readSelector(text);
  return [name, value ?? ''];
}

/** Reads the labels of many records, by record. Records without labels are left out. */
export async function readLabels(
  db: Db,
  table: LabelTable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Labels>> {
  const found = new Map<string, Labels>();
  for (const batch of inBatches(ids)) {
    const rows = await labelsIn(db, table).selectAll().where('record_id', 'in', batch).orderBy('name').execute();
    for (const { record_id: id, name, value } of rows) found.set(id, { ...found.get(id), [name]: value });
  }
  return found;
}

/**
 * Matches the records that have all these labels.
 *
 * @param record - column with the record's id
 * @param wanted - as `team` or `team=search`
 */
export function areLabelled(table: LabelTable, record: string, wanted: readonly string[]): RawBuilder<boolean> {
  const conditions = wanted.map(readSelector).map(({ name, value }) => {
    const ofValue = value === null ? sql`` : sql` and value = ${value}`;
    return sql<boolean>`${sql.ref(record)} in (select record_id from ${sql.table(table)} where name = ${name}${ofValue})`;
  });
  return sql<boolean>`(${sql.join([sql<boolean>`1 = 1`, ...conditions], sql` and `)})`;
}

export interface LabelChange {
  readonly set: Labels;
  readonly unset: readonly string[];
}

/** Changes the labels of a record. @returns all its labels @throws {WF_INVALID_INPUT} when it would have too many */
export async function changeLabels(
  db: Db,
  table: LabelTable,
  id: string,
  { set, unset }: LabelChange,
): Promise<Labels> {
  const removed = unset.filter((name) => !Object.hasOwn(set, name));
  if (removed.length > 0)
    await labelsDeleted(db, table).where('record_id', '=', id).where('name', 'in', removed).execute();
  const rows = Object.entries(set).map(([name, value]) => ({ record_id: id, name, value }));
  if (rows.length > 0) {
    await db
      .insertInto(asTable(table))
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['record_id', 'name']).doUpdateSet((the) => ({ value: the.ref('excluded.value') })),
      )
      .execute();
  }
  const labels = (await readLabels(db, table, [id])).get(id) ?? {};
  if (Object.keys(labels).length > MAX_LABELS)
    throw invalidField(
      ['body', 'labels'],
      `A record has at most ${MAX_LABELS} labels`,
      'too_long',
      `A record has at most ${MAX_LABELS} labels, and this one would have ${Object.keys(labels).length}.`,
    );
  return labels;
}

function labelsIn(db: Db, table: LabelTable) {
  return db.selectFrom(asTable(table));
}

function labelsDeleted(db: Db, table: LabelTable) {
  return db.deleteFrom(asTable(table));
}

/** One type for the three: their columns are the same, and a union of tables has none. */
function asTable(table: LabelTable): SameColumns {
  return table as SameColumns;
}

type SameColumns = Database['evaluation_labels'] extends Database['variant_labels'] ? 'variant_labels' : never;

/** Archives a record, or unarchives it (`null`). */
export async function setArchivedAt(db: Db, kind: MarkedKind, id: string, at: string | null): Promise<void> {
  await sql`update ${sql.table(`${kind}s`)} set archived_at = ${at} where id = ${id}`.execute(db);
}

/** Unarchives the variant of a revision: what runs is not archived. */
export async function unarchiveVariant(db: Db, revisionId: string): Promise<void> {
  await db
    .updateTable('variants')
    .set({ archived_at: null })
    .where('archived_at', 'is not', null)
    .where('id', '=', (of) =>
      of.selectFrom('variant_revisions').select('variant_id').where('variant_revisions.id', '=', revisionId),
    )
    .execute();
}

/** Matches archived records, or others; all without a choice. */
export function isArchived(column: string, wanted: 'true' | 'false' | undefined): RawBuilder<boolean> {
  if (wanted === undefined) return sql<boolean>`1 = 1`;
  return wanted === 'true' ? sql<boolean>`${sql.ref(column)} is not null` : sql<boolean>`${sql.ref(column)} is null`;
}
