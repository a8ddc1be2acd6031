import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { changeEveryRecord } from '../helpers/all-records/change-every-record.ts';
import { dumpRows } from '../helpers/all-records/dump-rows.ts';
import { fillEveryTable, startFullService } from '../helpers/all-records/fill-every-table.ts';
import { readEveryRecord } from '../helpers/all-records/read-every-record.ts';
import { readEveryRow } from '../helpers/all-records/read-every-row.ts';
import { dumpSchema, toScript } from '../helpers/dump-schema.ts';
import { fixChance } from '../helpers/fix-chance.ts';
import { createTemplate } from '../helpers/postgres.ts';
import { startPostgresServer } from '../helpers/postgres-server.ts';
import type { StartServiceOptions } from '../helpers/start-service.ts';
import type { Release } from './open-release.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const time = fixChance(1, new Date('2026-11-23T09:00:00.000Z'));

/** Writes this release's databases, and the answers of its interface, for later releases to open. */
async function main(): Promise<void> {
  const { version } = JSON.parse(await readFile(`${root}/package.json`, 'utf8')) as { readonly version: string };
  const folder = `${root}/test/fixtures/db/release-${version}`;
  await mkdir(folder, { recursive: true });
  await write(folder, 'sqlite');
  await using server = await startPostgresServer();
  await createTemplate(server.url);
  await write(folder, { adminUrl: server.url });
}

async function write(folder: string, database: NonNullable<StartServiceOptions['database']>): Promise<void> {
  await using running = await startFullService({ database });
  const world = await fillEveryTable(running, () => new Date());
  time.advance(1000);
  await changeEveryRecord(world);
  const { store, keys } = running;
  const { tables, others } = await dumpSchema(store);
  const rows = dumpRows(await readEveryRow(store), store.dialect);
  await writeFile(`${folder}/${store.dialect}.sql`, toScript([...tables, ...rows, ...others]));
  const answers = await readEveryRecord(running);
  const release: Release = { now: new Date().toISOString(), key: keys.operator, answers };
  await writeFile(`${folder}/${store.dialect}.json`, toJson(release));
}

/** One answer per line, so that changed answers show in review. Without the time of a key's last use: reading changes it. */
function toJson({ answers, ...rest }: Release): string {
  const withoutUses = (name: string, value: unknown): unknown => (name === 'last_used_at' ? undefined : value);
  const lines = Object.entries(answers).map(
    ([path, answer]) => `${JSON.stringify(path)}:${JSON.stringify(answer, withoutUses)}`,
  );
  return `${JSON.stringify(rest).slice(0, -1)},"answers":{\n${lines.join(',\n')}\n}}\n`;
}

await main();
