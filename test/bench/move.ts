import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import copyStreams from 'pg-copy-streams';
import { openStore } from '../../src/service/store/open-store.ts';
import { moveData } from '../../src/use-cases/archives/move-data.ts';
import { createDatabase, type TestDatabase } from '../helpers/postgres.ts';
import { startPostgresServer } from '../helpers/postgres-server.ts';
import { measureInTurn } from './contestants.ts';
import { fillEvaluation } from './fill-evaluation.ts';
import type { BenchRow } from './rows.ts';

/** Rows in each of two tables. */
const EVALUATED = 50_000;
const ROWS = 2 * EVALUATED;
const BUDGET = 50_000;
const COLUMNS = {
  evaluation_scenarios: ['id', 'evaluation_id', 'position', 'cells'],
  evaluation_outcomes: ['scenario_id', 'evaluation_id', 'outputs', 'results', 'cost', 'latency'],
} as const;

/** A verified move of an evaluation from SQLite to PostgreSQL, compared with a bare COPY of its rows. */
export async function benchMove(): Promise<BenchRow[]> {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'wf-bench-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const file = join(dataDir, 'wf.db');
  await (await openStore({ file })).close();
  using database = new DatabaseSync(file);
  fillEvaluation(database, EVALUATED);
  const server = stack.use(await startPostgresServer());
  const { signal } = new AbortController();
  const from = { dataDir, databaseUrl: null, folder: dataDir, onEvent: () => undefined, signal };
  let target: TestDatabase | null = null;
  const before = async () => {
    await target?.[Symbol.asyncDispose]();
    target = await createDatabase(server.url);
  };
  const urlOf = () => target?.url ?? '';
  const [bare, own] = await measureInTurn(
    [
      { name: 'COPY', before, run: () => copyBare(database, urlOf()) },
      { name: 'wf move', before, run: () => moveData({ ...from, to: urlOf() }) },
    ],
    { rounds: 3, warmUps: 1 },
  );
  const rate = (ms: number) => Math.round((ROWS / ms) * 1000);
  return [
    {
      what: `\`wf move\` of ${ROWS.toLocaleString('en')} rows to PostgreSQL, counted and compared at the end`,
      value: `${rate(own.wallMs)} rows/s`,
      comparison: `a bare COPY, nothing checked, ${rate(bare.wallMs)} rows/s`,
      ratio: rate(own.wallMs) / rate(bare.wallMs),
      budget: `≥ ${BUDGET.toLocaleString('en')} rows/s`,
      isWithin: rate(own.wallMs) >= BUDGET,
    },
  ];
}

/** Copies into tables without keys and references. */
async function copyBare(database: DatabaseSync, url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const [table, columns] of Object.entries(COLUMNS)) {
    await client.query(`create table ${table} (${columns.map((column) => `${column} text`).join(', ')})`);
    const stream = client.query(copyStreams.from(`copy ${table} from stdin`));
    const finished = once(stream, 'finish');
    for (const row of database.prepare(`select ${columns.join(', ')} from ${table}`).iterate()) {
      const line = Object.values(row).map((value) => String(value).replaceAll('\\', '\\\\'));
      if (!stream.write(`${line.join('\t')}\n`)) await once(stream, 'drain');
    }
    stream.end();
    await finished;
  }
  await client.end();
}
