import { UNFINISHED } from '../../contract/evaluations/evaluation-status.ts';
import type { Db } from '../store/schema.ts';

export async function countUnfinished(db: Db): Promise<number> {
  const counted = db.selectFrom('evaluations').select((the) => the.fn.countAll<number>().as('count'));
  return (await counted.where('status_value', 'in', UNFINISHED).executeTakeFirst())?.count ?? 0;
}
