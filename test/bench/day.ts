/**
 * A day of a service in five minutes, over a million rows: `node test/bench/day.ts [ROWS]`, after `npm run build`. Each
 * hour, a part of them becomes older than the rule that keeps evaluations for a day; the cleaner prunes at quiet times, and
 * a backup is taken at noon while it does.
 */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { insertApp } from '../../src/service/apps/queries.ts';
import { createArtifactStorage } from '../../src/service/hosting/artifacts/artifact-storage.ts';
import { createCleaner } from '../../src/service/retention/create-cleaner.ts';
import { createRetention } from '../../src/service/retention/create-retention.ts';
import { openStore, type Store } from '../../src/service/store/open-store.ts';
import { packagePaths } from '../../src/use-cases/package-paths.ts';
import { fillPrunable } from '../helpers/fill-prunable.ts';
import { createBenchProject } from './bench-project.ts';
import { fillSqlite } from './fill-variants.ts';
import { runProcess } from './run-process.ts';

const HOUR_MS = 3_600_000;
const DAY_S = 86_400;
/** A minute of the day passes in so many milliseconds. */
const MINUTE_MS = 208;
/** Requests in a minute of the hours in which people work. */
const BUSY = 100;

const rows = Number(process.argv[2] ?? 1_000_000);
const say = (line: string) => void process.stdout.write(`${line}\n`);
const midnight = Date.parse('2026-11-24T00:00:00Z');
const hourOf = (index: number) => new Date(midnight - DAY_S * 1000 + index * HOUR_MS).toISOString();

await using stack = new AsyncDisposableStack();
const project = stack.use(await createBenchProject(''));
const folder = project.path('../data');
const file = join(folder, 'wf.db');
const store = stack.use(await openStore({ file, checkpointScript: packagePaths().checkpointScript }));
const appId = await insertApp(store.db, { name: 'bench', type: 'custom', now: hourOf(0) });
const filling = fillSqlite(file);
const each = { appId, evaluations: 1, rows: Math.floor(rows / 4 / 25) };
for (let hour = 0; hour < 25; hour += 1) {
  for (const statement of fillPrunable({ ...each, name: `hour-${hour}`, endedAt: hourOf(hour) }))
    await filling.fill(statement);
}
await filling.fill('analyze');
await filling.close();
await store.db
  .insertInto('retention_rules')
  .values({ id: 'a day', app_id: null, kind: 'evaluations', seconds: DAY_S })
  .execute();
say(`midnight: ${await describe(store, file)}`);

const started = performance.now();
const elapsedMs = () => ((performance.now() - started) / MINUTE_MS) * 60_000;
const problems: unknown[] = [];
const cleaner = createCleaner({
  store,
  retention: createRetention({ store, artifacts: createArtifactStorage(null) }),
  keepSeconds: null,
  now: () => new Date(midnight + elapsedMs()),
  elapsedMs,
  onProblem: (error) => problems.push(error),
  everyMs: MINUTE_MS,
});
let backup: Promise<unknown> = Promise.resolve();
let said = 0;
for (let minute = 0; minute < 24 * 60; minute = Math.floor(elapsedMs() / 60_000)) {
  const hour = Math.floor(minute / 60);
  // In every second hour people work, and each minute has too many requests to be quiet.
  if (hour % 2 === 1) for (let request = 0; request < BUSY; request += 1) cleaner.note();
  if (hour > said) {
    said = hour;
    if (hour === 12) backup = runProcess(project.wf('backup', project.path('../noon.db'), '--data-dir', folder));
    if (hour % 6 === 0) say(`${hour}:00: ${await describe(store, file)}`);
  }
  await sleep(MINUTE_MS / 4);
}
await cleaner[Symbol.asyncDispose]();
await backup;
say(`midnight: ${await describe(store, file)}`);
const entries = await store.db.selectFrom('audit_log').select('summary').execute();
say(`the audit log: ${entries.length} rounds; problems: ${problems.length}`);
const restored = project.path('../restored');
await runProcess(project.wf('restore', project.path('../noon.db'), '--data-dir', restored));
const copied = join(restored, 'wf.db');
await using copy = await openStore({ file: copied });
say(`the backup of noon, restored: ${await describe(copy, copied)}`);

/** Counts what is there, and what should not be. */
async function describe({ db }: Store, at: string): Promise<string> {
  const count = async (table: 'evaluations' | 'evaluation_scenarios' | 'cells' | 'scores') =>
    Number(
      (
        await db
          .selectFrom(table)
          .select((the) => the.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    );
  const names = ['evaluations', 'evaluation_scenarios', 'cells', 'scores'] as const;
  const counts = await Promise.all(names.map(async (name) => `${(await count(name)).toLocaleString('en-US')} ${name}`));
  const lost = await db
    .selectFrom('evaluation_outcomes')
    .leftJoin('cells', 'cells.hash', 'evaluation_outcomes.cell_hash')
    .select((the) => the.fn.countAll().as('n'))
    .where('cells.hash', 'is', null)
    .executeTakeFirstOrThrow();
  const mb = ((await stat(at)).size / 1_000_000).toFixed(0);
  return `${counts.join(', ')}; ${Number(lost.n)} rows without their output; the file has ${mb} MB`;
}
