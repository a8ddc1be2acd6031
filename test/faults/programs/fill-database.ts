/** Commits megabytes to a database until it is killed, and reports each commit to its parent. */
import { sql } from 'kysely';
import { openStore } from '../../../src/service/store/open-store.ts';
import { packagePaths } from '../../../src/use-cases/package-paths.ts';

const [file = ''] = process.argv.slice(2);
const store = await openStore({ file, checkpointScript: packagePaths().checkpointScript });
await sql`create table if not exists filling (bytes blob)`.execute(store.db);
for (let commits = 1; ; commits += 1) {
  await sql`insert into filling values (zeroblob(1000000))`.execute(store.db);
  process.send?.(commits);
}
