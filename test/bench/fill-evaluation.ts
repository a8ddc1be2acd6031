import type { DatabaseSync } from 'node:sqlite';

/**
 * Stores an evaluation with its rows directly in the database, with one statement per table: seconds instead of the
 * service's minutes.
 *
 * @param evaluators - number of results that each row has
 */
export function fillEvaluation(database: DatabaseSync, rows: number, evaluators = 1): void {
  const instant = '2026-11-20T10:00:00.000Z';
  const ids = Array.from({ length: evaluators }, (_, index) => (index === 0 ? 'exact' : `exact-${index}`));
  const configs = JSON.stringify(ids.map((id) => ({ id, evaluator_key: 'auto_exact_match', settings_values: {} })));
  const status = JSON.stringify({ type: 'status', value: 'EVALUATION_FINISHED' });
  const outputs = JSON.stringify([{ result: { type: 'text', value: 'an output' }, cost: 0.001, latency: 0.5 }]);
  const results = JSON.stringify(ids.map((id) => ({ evaluator_config: id, result: { type: 'bool', value: true } })));
  database.exec(`
    pragma synchronous = off;
    insert into apps (id, project_id, name, created_at, updated_at)
      select 'bench', id, 'bench', '${instant}', '${instant}' from projects;
    insert into evaluations (id, project_id, app_id, variant_id, variant_name, variant_revision_id, revision, deployment_id,
        testset_id, testset_name, rate_limit, evaluator_configs, status, status_value, aggregated_results, created_by,
        created_at, updated_at, row_count)
      select 'bench', id, 'bench', 'v', 'v', 'r', 1, 'd', 't', 't', '{}', '${configs}', '${status}',
        'EVALUATION_FINISHED', '[]', 'bench', '${instant}', '${instant}', ${rows} from projects;
    insert into evaluation_scenarios (id, evaluation_id, position, cells)
      with recursive number (n) as (values (0) union all select n + 1 from number where n < ${rows - 1})
      select printf('row-%07d', n), 'bench', n, json_object('text', 'input ' || n, 'correct_answer', 'an output')
      from number;
    insert into evaluation_outcomes (scenario_id, evaluation_id, outputs, results, cost, latency)
      select id, evaluation_id, '${outputs}', '${results}', 0.001, 0.5 from evaluation_scenarios;
  `);
}

/** Repeats the rows of all evaluations so many times, each with an input of its own: seconds instead of many minutes. */
export function growEvaluations(database: DatabaseSync, times: number): void {
  const columnsOf = (table: string, own: Readonly<Record<string, string>>) => {
    const names = database
      .prepare(`select name from pragma_table_info('${table}')`)
      .all()
      .map((row) => String(row['name']));
    return { names: names.join(', '), values: names.map((name) => own[name] ?? name).join(', ') };
  };
  const id = (column: string, place: string) => `substr(${column}, 1, 28) || printf('%08d', ${place})`;
  const place = 'position + copy * row_count';
  const cells = `json_set(cells, '$.text', 'case ' || (${place}), '$.correct_answer', 'case ' || (${place}))`;
  const scenarios = columnsOf('evaluation_scenarios', {
    id: id('evaluation_scenarios.id', place),
    position: place,
    cells,
  });
  const outcomes = columnsOf('evaluation_outcomes', {
    scenario_id: id('scenario_id', 'cast(substr(scenario_id, 29) as integer) + copy * row_count'),
  });
  const copies = `(with recursive number (copy) as (values (1) union all select copy + 1 from number where copy < ${times - 1})
    select copy from number)`;
  const counted = '(select id as counted_id, row_count from evaluations)';
  database.exec(`
    pragma synchronous = off;
    insert into evaluation_scenarios (${scenarios.names}) select ${scenarios.values}
      from ${copies} cross join evaluation_scenarios join ${counted} on counted_id = evaluation_id;
    insert into evaluation_outcomes (${outcomes.names}) select ${outcomes.values}
      from ${copies} cross join evaluation_outcomes join ${counted} on counted_id = evaluation_id;
    update evaluations set row_count = row_count * ${times};
  `);
  const { names } = columnsOf('evaluations', {});
  if (names.split(', ').includes('case_count'))
    database.exec(`update evaluations set case_count = case_count * ${times}`);
}
