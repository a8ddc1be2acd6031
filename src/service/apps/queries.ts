import { UserError } from '../../errors/wf-error.ts';
import { CANDIDATES, missingRecord } from '../store/missing-record.ts';
import type { Database, Db } from '../store/schema.ts';

export type AppRow = Database['apps'];

/** @throws {WF_NOT_FOUND} naming the apps that are near */
export async function requireApp(db: Db, id: string): Promise<AppRow> {
  const app = await db.selectFrom('apps').selectAll().where('id', '=', id).executeTakeFirst();
  if (app !== undefined) return app;
  const candidates = await db.selectFrom('apps').select(['id', 'name']).orderBy('id').limit(CANDIDATES).execute();
  throw missingRecord('app', id, candidates);
}

/** @throws {WF_CONFLICT} when another app has the name */
export async function requireFreeAppName(db: Db, name: string, exceptId: string | null): Promise<void> {
  const taken = await db.selectFrom('apps').select('id').where('name', '=', name).executeTakeFirst();
  if (taken === undefined || taken.id === exceptId) return;
  throw new UserError({ code: 'WF_CONFLICT', message: `There is an app called ${JSON.stringify(name)} already.` });
}

/** Reads the one project there is. */
export async function readProjectId(db: Db): Promise<string> {
  const project = await db.selectFrom('projects').select('id').orderBy('id').executeTakeFirstOrThrow();
  return project.id;
}
