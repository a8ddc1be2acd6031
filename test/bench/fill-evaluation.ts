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
