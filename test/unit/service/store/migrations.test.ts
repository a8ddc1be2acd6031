import { expect, test } from 'vitest';
import { dumpSchema, toScript } from '../../../helpers/dump-schema.ts';
import { openTestStore } from '../../../helpers/start-service.ts';

test('all migrations create the schema of test/fixtures/db on SQLite', async () => {
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openTestStore('sqlite', stack));
  const { tables, others } = await dumpSchema(store);
  await expect(toScript([...tables, ...others])).toMatchFileSnapshot('../../../fixtures/db/schema.sqlite.sql');
});
