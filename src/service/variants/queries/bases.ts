import { v7 as newId } from 'uuid';
import { CANDIDATES, missingRecord } from '../../store/missing-record.ts';
import type { Database, Db } from '../../store/schema.ts';

export type BaseRow = Database['bases'];

/** @throws {WF_NOT_FOUND} naming the bases that are near */
export async function requireBase(db: Db, id: string): Promise<BaseRow> {
  const base = await db.selectFrom('bases').selectAll().where('id', '=', id).executeTakeFirst();
  if (base !== undefined) return base;
  const candidates = await db.selectFrom('bases').select(['id', 'name']).orderBy('id').limit(CANDIDATES).execute();
  throw missingRecord('base', id, candidates);
}

export async function findBase(db: Db, appId: string, name: string): Promise<BaseRow | null> {
  const where = { app_id: appId, name };
  return (
    (await db
      .selectFrom('bases')
      .selectAll()
      .where((the) => the.and(where))
      .executeTakeFirst()) ?? null
  );
}

export async function insertBase(db: Db, appId: string, name: string, now: string): Promise<BaseRow> {
  const row: BaseRow = { id: newId(), app_id: appId, name, created_at: now };
  await db.insertInto('bases').values(row).execute();
  return row;
}
