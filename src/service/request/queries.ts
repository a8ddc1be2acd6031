import type { Database, Db } from '../store/schema.ts';

type AnswerRow = Database['idempotency_keys'];

export async function deleteAnswers(db: Db, until: string): Promise<void> {
  await db.deleteFrom('idempotency_keys').where('created_at', '<=', until).execute();
}

export async function findStoredAnswer(db: Db, principalId: string, key: string): Promise<AnswerRow | null> {
  const found = await db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('principal_id', '=', principalId)
    .where('key', '=', key)
    .executeTakeFirst();
  return found ?? null;
}

export async function insertAnswer(db: Db, row: AnswerRow): Promise<void> {
  await db.insertInto('idempotency_keys').values(row).execute();
}
