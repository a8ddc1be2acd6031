import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { composeService } from '../../src/use-cases/compose-service.ts';
import { measureInTurn } from './contestants.ts';
import { type BenchRow, showMs } from './rows.ts';

const ROWS = 1_000_000;
const BUDGET_MS = 3;
const OWNER = { id: 'local', name: 'bench', role: 'operator' } as const;

/** The first 100 rows of an evaluation of a million, by the service, beside the same query on the database itself. */
export async function benchFirstPage(): Promise<BenchRow[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wf-bench-'));
  const composed = await composeService({ dataDir, projectRoot: null });
  using database = new DatabaseSync(join(dataDir, 'wf.db'));
  fill(database);
  const query = database.prepare(
    `select * from evaluation_scenarios left join evaluation_outcomes on scenario_id = id
     where evaluation_scenarios.evaluation_id = 'bench' order by position limit 100`,
  );
  const url = 'http://bench/evaluations/bench/evaluation_scenarios?limit=100';
  const ask = async () => {
    const response = await composed.service.fetch(new Request(url), { principal: OWNER });
    // The service checks its own answers: a list.
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
      beside: `node:sqlite ${showMs(alone.wallMs)}`,
      ratio: own.wallMs / alone.wallMs,
      budget: `≤ ${BUDGET_MS} ms`,
      isWithin: own.wallMs <= BUDGET_MS,
    },
  ];
}

/** Written past the service, which would take minutes; in one statement per table, which takes seconds. */
function fill(database: DatabaseSync): void {
  const instant = '2026-11-20T10:00:00.000Z';
  const configs = JSON.stringify([{ id: 'exact', evaluator_key: 'auto_exact_match', settings_values: {} }]);
  const status = JSON.stringify({ type: 'status', value: 'EVALUATION_FINISHED' });
  const outputs = JSON.stringify([{ result: { type: 'text', value: 'an output' }, cost: 0.001, latency: 0.5 }]);
  const results = JSON.stringify([{ evaluator_config: 'exact', result: { type: 'bool', value: true } }]);
  database.exec(`
    pragma synchronous = off;
    insert into apps (id, project_id, name, created_at, updated_at)
      select 'bench', id, 'bench', '${instant}', '${instant}' from projects;
    insert into evaluations (id, project_id, app_id, variant_id, variant_name, variant_revision_id, revision, deployment_id,
        testset_id, testset_name, rate_limit, evaluator_configs, status, status_value, aggregated_results, created_by,
        created_at, updated_at, row_count)
      select 'bench', id, 'bench', 'v', 'v', 'r', 1, 'd', 't', 't', '{}', '${configs}', '${status}',
        'EVALUATION_FINISHED', '[]', 'bench', '${instant}', '${instant}', ${ROWS} from projects;
    insert into evaluation_scenarios (id, evaluation_id, position, cells)
      with recursive number (n) as (values (0) union all select n + 1 from number where n < ${ROWS - 1})
      select printf('row-%07d', n), 'bench', n, json_object('text', 'input ' || n, 'correct_answer', 'an output')
      from number;
    insert into evaluation_outcomes (scenario_id, evaluation_id, outputs, results, cost, latency)
      select id, evaluation_id, '${outputs}', '${results}', 0.001, 0.5 from evaluation_scenarios;
  `);
}
