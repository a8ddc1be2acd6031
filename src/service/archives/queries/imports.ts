import type { ArchiveManifest } from '../../../contract/archives/archive.ts';
import { fromJson } from '../../store/json-column.ts';
import type { Database, Db } from '../../store/schema.ts';

/** Stores the manifest of an import; its pages follow. */
export async function insertImport(
  db: Db,
  manifest: ArchiveManifest,
  { id, created_by, created_at }: Omit<Database['imports'], 'manifest'>,
): Promise<void> {
  const row = { id, manifest: JSON.stringify(manifest), created_by, created_at };
  await db.insertInto('imports').values(row).execute();
}

export async function findManifest(db: Db, id: string): Promise<ArchiveManifest | null> {
  const found = await db.selectFrom('imports').select('manifest').where('id', '=', id).executeTakeFirst();
  return found === undefined ? null : fromJson<ArchiveManifest>(found.manifest);
}

/** Stores a page; sending it again changes nothing. */
export async function insertImportPage(db: Db, page: Database['import_pages']): Promise<void> {
  await db
    .insertInto('import_pages')
    .values(page)
    .onConflict((conflict) => conflict.columns(['import_id', 'table_name', 'page']).doNothing())
    .execute();
}

/** Finds the rows of a page, one JSON object per line. */
export async function findImportPage(
  db: Db,
  { import_id, table_name, page }: Omit<Database['import_pages'], 'rows'>,
): Promise<string | null> {
  const found = await db
    .selectFrom('import_pages')
    .select('rows')
    .where('import_id', '=', import_id)
    .where('table_name', '=', table_name)
    .where('page', '=', page)
    .executeTakeFirst();
  return found?.rows ?? null;
}

/** Deletes an import with its pages. */
export async function deleteImportRecords(db: Db, id: string): Promise<void> {
  await db.deleteFrom('imports').where('id', '=', id).execute();
}

/** Deletes the imports that were started before an instant and never committed. */
export async function deleteOldImports(db: Db, before: string): Promise<void> {
  await db.deleteFrom('imports').where('created_at', '<', before).execute();
}
