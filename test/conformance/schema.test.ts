import { expect, inject, test } from 'vitest';
import { dumpSchema, toScript } from '../helpers/dump-schema.ts';
import { openTestStore } from '../helpers/start-service.ts';

/** After a migration, `npm run schema` rewrites both files, so that its changes show in review. */
test.each([
  { dialect: 'sqlite', database: () => 'sqlite' as const },
  { dialect: 'postgres', database: () => ({ adminUrl: inject('postgresUrl') }) },
])('all migrations create the schema of test/fixtures/db for $dialect', async ({ dialect, database }) => {
  await using stack = new AsyncDisposableStack();
  const store = stack.use(await openTestStore(database(), stack));
  const { tables, others } = await dumpSchema(store);
  await expect(toScript([...tables, ...others])).toMatchFileSnapshot(`../fixtures/db/schema.${dialect}.sql`);
});
