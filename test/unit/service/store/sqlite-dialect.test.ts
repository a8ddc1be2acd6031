import { expect, test } from 'vitest';
import { openTestStore } from '../../../helpers/start-service.ts';

test('a limit is no plain parameter, for which SQLite would plan each run anew', async () => {
  await using stack = new AsyncDisposableStack();
  const { db } = stack.use(await openTestStore('sqlite', stack));
  const rows = ['a', 'b', 'c'].map((sha256) => ({ sha256, expires_at: '' }));
  await db.insertInto('page_codes').values(rows).execute();
  const query = db.selectFrom('page_codes').select('sha256').orderBy('sha256').limit(2);
  expect(query.compile().sql).toBe('select "sha256" from "page_codes" order by "sha256" limit cast(? as integer)');
  expect(await query.execute()).toEqual([{ sha256: 'a' }, { sha256: 'b' }]);
});
