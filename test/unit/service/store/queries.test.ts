import { expect, test } from 'vitest';
import { defineQuery } from '../../../../src/service/store/define-query.ts';
import { createInsertRows } from '../../../../src/service/store/insert-rows.ts';
import { openTestStore } from '../../../helpers/start-service.ts';

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

test('a query of more than a hundred shapes still answers each', async () => {
  await using stack = new AsyncDisposableStack();
  const { db } = stack.use(await openTestStore('sqlite', stack));
  await insert(db, [['150', '']]);
  const selectCodes = defineQuery((each, _values: Record<string, never>, shape: { readonly than: string }) =>
    each.selectFrom('page_codes').select('sha256').where('sha256', '=', shape.than),
  );
  for (let index = 0; index < 200; index += 1) {
    const found = await selectCodes(db, {}, { than: `${index}` });
    expect(found).toEqual(index === 150 ? [{ sha256: '150' }] : []);
  }
});

const insert = createInsertRows({ table: 'page_codes', columns: ['sha256', 'expires_at'], unless: 'sha256' });

// A statement has up to 64 rows.
test.each([0, 1, 63, 64, 65, 130])('%i rows are inserted once each, in order', async (count) => {
  await using stack = new AsyncDisposableStack();
  const { db } = stack.use(await openTestStore('sqlite', stack));
  const rows = Array.from({ length: count }, (_, index) => [`${1000 + index}`, `at ${index}`]);
  await insert(db, rows.slice(0, 1));
  let hasRun = false;
  setImmediate(() => void (hasRun = true));
  await insert(db, rows);
  // Others run between two statements.
  if (count > 64) expect(hasRun).toBe(true);
  const stored = await db.selectFrom('page_codes').selectAll().execute();
  expect(stored.map(({ sha256, expires_at }) => [sha256, expires_at])).toEqual(rows);
});
