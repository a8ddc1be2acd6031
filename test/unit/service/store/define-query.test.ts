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

test('a query is built once for each shape, however often that comes', async () => {
  await using stack = new AsyncDisposableStack();
  const { db } = stack.use(await openTestStore('sqlite', stack));
  await db
    .insertInto('page_codes')
    .values(['a', 'b', 'c'].map((sha256) => ({ sha256, expires_at: '' })))
    .execute();
  const built: string[] = [];
  const selectCodes = defineQuery((each, { limit }: { readonly limit: number }, order: 'asc' | 'desc') => {
    built.push(order);
    return each.selectFrom('page_codes').select('sha256').orderBy('sha256', order).limit(limit);
  });
  expect(await selectCodes(db, { limit: 1 }, 'asc')).toEqual([{ sha256: 'a' }]);
  expect(await selectCodes(db, { limit: 1 }, 'desc')).toEqual([{ sha256: 'c' }]);
  expect(await selectCodes(db, { limit: 2 }, 'asc')).toEqual([{ sha256: 'a' }, { sha256: 'b' }]);
  expect(await selectCodes(db, { limit: 2 }, 'desc')).toEqual([{ sha256: 'c' }, { sha256: 'b' }]);
  expect(built).toEqual(['asc', 'desc']);
});

test('no more than a hundred shapes are kept, and the others still answer', async () => {
  await using stack = new AsyncDisposableStack();
  const { db } = stack.use(await openTestStore('sqlite', stack));
  let built = 0;
  const selectCodes = defineQuery((each, _values: Record<string, never>, shape: { readonly than: string }) => {
    built += 1;
    return each.selectFrom('page_codes').select('sha256').where('sha256', '=', shape.than);
  });
  for (let index = 0; index < 100; index += 1) await selectCodes(db, {}, { than: `${index}` });
  await selectCodes(db, {}, { than: '0' });
  expect(built).toBe(100);
  expect(await selectCodes(db, {}, { than: 'one more' })).toEqual([]);
  await selectCodes(db, {}, { than: '0' });
  await selectCodes(db, {}, { than: 'one more' });
  expect(built).toBe(102);
});
