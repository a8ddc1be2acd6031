import { notFound } from '../../../foundation/errors/not-found.ts';
import { v7 as newId } from 'uuid';
import { CANDIDATES, missingRecord } from '../../store/missing-record.ts';
import type { Database, Db } from '../../store/schema.ts';

export type BaseRow = Database['bases'];

/** @throws {WF_NOT_FOUND} with similar bases */
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
  const row: BaseRow = { id: newId(), app_id: appId, name, created_at: now, newest_deployment_id: null };
  await db.insertInto('bases').values(row).execute();
  return row;
}

export interface BaseFilter {
  readonly name: string | undefined;
  /** Name of the base before the first one. */
  readonly after: string;
  readonly limit: number;
}

/** Reads an app's bases by their names, in order. */
export async function readBases(db: Db, appId: string, { name, after, limit }: BaseFilter): Promise<BaseRow[]> {
  return await db
    .selectFrom('bases')
    .selectAll()
    .where('app_id', '=', appId)
    .where('name', '>', after)
    .where((the) => (name === undefined ? the.lit(true) : the('name', '=', name)))
    .orderBy('name')
    .limit(limit)
    .execute();
}

/** @throws {WF_NOT_FOUND} with the bases of the app */
export async function requireBaseNamed(db: Db, appId: string, name: string): Promise<void> {
  const bases = await db.selectFrom('bases').select('name').where('app_id', '=', appId).orderBy('name').execute();
  const available = bases.map((base) => base.name);
  if (!available.includes(name)) throw notFound({ kind: 'base', name, available });
}
