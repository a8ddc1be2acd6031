import { expect, test } from 'vitest';
import { dumpSchema, toScript } from '../helpers/dump-schema.ts';
import { openTestStore } from '../helpers/start-service.ts';
import { testedDatabase } from '../helpers/tested-database.ts';

test('the migrations create the recorded schema', async () => {
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openTestStore(testedDatabase(), stack));
  const { tables, others } = await dumpSchema(store);
  await expect(toScript([...tables, ...others])).toMatchFileSnapshot(`schema/${store.dialect}.sql`);
});
