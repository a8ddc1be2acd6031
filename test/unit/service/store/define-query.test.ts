import { expect, test } from 'vitest';
import { defineQuery } from '../../../../src/service/store/define-query.ts';
import { openTestStore } from '../../../helpers/start-service.ts';

test('a query is built once for each database, and sees the values of each run', async () => {
  await using stack = new AsyncDisposableStack();
  const stores = [stack.use(await openTestStore('sqlite', stack)), stack.use(await openTestStore('sqlite', stack))];
  let built = 0;
  const selectCode = defineQuery((db, { from, to }: { readonly from: string; readonly to: string }) => {
    built += 1;
    return db.selectFrom('page_codes').select('sha256').where('sha256', '>=', from).where('sha256', '<', to);
  });
  for (const { db } of stores) {
    const rows = ['a', 'b', 'c'].map((sha256) => ({ sha256, expires_at: '' }));
    await db.insertInto('page_codes').values(rows).execute();
    expect(await selectCode(db, { from: 'a', to: 'c' })).toEqual([{ sha256: 'a' }, { sha256: 'b' }]);
    expect(await selectCode(db, { from: 'c', to: 'd' })).toEqual([{ sha256: 'c' }]);
  }
  expect(built).toBe(2);
});

test('a query runs in a transaction that is rolled back', async () => {
  await using stack = new AsyncDisposableStack();
  const { db } = stack.use(await openTestStore('sqlite', stack));
  const selectCodes = defineQuery((each, { sha256 }: { readonly sha256: string }) =>
    each.selectFrom('page_codes').select('sha256').where('sha256', '=', sha256),
  );
  expect(await selectCodes(db, { sha256: 'a' })).toEqual([]);
  const work = db.transaction().execute(async (transaction) => {
    await transaction.insertInto('page_codes').values({ sha256: 'a', expires_at: '' }).execute();
    expect(await selectCodes(transaction, { sha256: 'a' })).toEqual([{ sha256: 'a' }]);
    throw new Error('undone');
  });
  await expect(work).rejects.toThrow('undone');
  expect(await selectCodes(db, { sha256: 'a' })).toEqual([]);
});
