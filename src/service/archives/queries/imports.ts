import { setImmediate } from 'node:timers/promises';
import type { ArchiveManifest } from '../../../contract/archives/archive.ts';
import { type Database, type Db, fromJson } from '../../store/schema.ts';

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

export type PageKey = Omit<Database['import_pages'], 'rows'>;

/** Stores a page; sending it again changes nothing. @param rows - empty when it is stored in chunks */
export async function insertImportPage(db: Db, page: Database['import_pages']): Promise<void> {
  await db
    .insertInto('import_pages')
    .values(page)
    .onConflict((conflict) => conflict.columns(['import_id', 'table_name', 'page']).doNothing())
    .execute();
}

/** Stores a part of a page; sending it again changes nothing. */
export async function insertImportChunk(db: Db, chunk: Database['import_chunks']): Promise<void> {
  await db
    .insertInto('import_chunks')
    .values(chunk)
    .onConflict((conflict) => conflict.columns(['import_id', 'table_name', 'page', 'position']).doNothing())
    .execute();
}

/** Finds the rows of a page, one JSON object per line. */
export async function findImportPage(db: Db, { import_id, table_name, page }: PageKey): Promise<string | null> {
  const found = await db
    .selectFrom('import_pages')
    .select('rows')
    .where('import_id', '=', import_id)
    .where('table_name', '=', table_name)
    .where('page', '=', page)
    .executeTakeFirst();
  return found?.rows ?? null;
}

export async function findImportChunk(db: Db, { import_id, table_name, page }: PageKey, position: number) {
  const found = await db
    .selectFrom('import_chunks')
    .select('bytes')
    .where('import_id', '=', import_id)
    .where('table_name', '=', table_name)
    .where('page', '=', page)
    .where('position', '=', position)
    .executeTakeFirst();
  return found?.bytes ?? null;
}

/** Deletes an import with its pages, one part at a time: SQLite frees them in this thread. */
export async function deleteImportRecords(db: Db, id: string): Promise<void> {
  const chunks = db.selectFrom('import_chunks').select(['table_name', 'page', 'position']).where('import_id', '=', id);
  for (const { table_name, page, position } of await chunks.execute()) {
    const chunk = db.deleteFrom('import_chunks').where('import_id', '=', id).where('table_name', '=', table_name);
    await chunk.where('page', '=', page).where('position', '=', position).execute();
    await setImmediate();
  }
  const pages = db.selectFrom('import_pages').select(['table_name', 'page']).where('import_id', '=', id);
  for (const { table_name, page } of await pages.execute()) {
    const stored = db.deleteFrom('import_pages').where('import_id', '=', id).where('table_name', '=', table_name);
    await stored.where('page', '=', page).execute();
    await setImmediate();
  }
  await db.deleteFrom('imports').where('id', '=', id).execute();
}

export async function deleteOldImports(db: Db, before: string): Promise<void> {
  const old = await db.selectFrom('imports').select('id').where('created_at', '<', before).execute();
  for (const { id } of old) await deleteImportRecords(db, id);
}
