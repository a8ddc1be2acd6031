import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { composeService } from '../../src/use-cases/serve/compose-service.ts';
import { measureInTurn } from './contestants.ts';
import { fillEvaluation } from './fill-evaluation.ts';
import { type BenchRow, showMs } from './rows.ts';

const ROWS = 1_000_000;
const BUDGET_MS = 3;
const OWNER = { id: 'local', name: 'bench', role: 'operator' } as const;

/** The first 100 rows of a million through the service, compared with the same query on the database. */
export async function benchFirstPage(): Promise<BenchRow[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wf-bench-'));
  const composed = await composeService({ dataDir, variableSource: null, egress: null });
  using database = new DatabaseSync(join(dataDir, 'wf.db'));
  fillEvaluation(database, ROWS);
  const query = database.prepare(
    `select * from evaluation_scenarios left join evaluation_outcomes on scenario_id = id
     where evaluation_scenarios.evaluation_id = 'bench' order by position limit 100`,
  );
  const url = 'http://bench/evaluations/bench/evaluation_scenarios?limit=100';
  const ask = async () => {
    const response = await composed.service.fetch(new Request(url), { principal: OWNER });
    // The service checks its own answers, so this is a list.
    const page = (await response.json()) as unknown[];
    if (page.length !== 100) throw new Error(`The page has ${page.length} rows: ${response.status}`);
  };
  const [alone, own] = await measureInTurn(
    [
      { name: 'node:sqlite', run: async () => query.all() },
      { name: 'the service', run: ask },
    ],
    { rounds: 200, warmUps: 20 },
  );
  await composed.close();
  await rm(dataDir, { recursive: true, force: true });
  return [
    {
      what: 'first 100 rows of an evaluation of 1,000,000, by the service',
      value: showMs(own.wallMs),
      comparison: `node:sqlite ${showMs(alone.wallMs)}`,
      ratio: own.wallMs / alone.wallMs,
      budget: `≤ ${BUDGET_MS} ms`,
      isWithin: own.wallMs <= BUDGET_MS,
    },
  ];
}
