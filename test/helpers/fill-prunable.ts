/** Evaluations to store with their rows, outputs and scores. */
export interface PrunableEvaluations {
  readonly appId: string;
  /** Distinguishes them from those of other calls, in ids and hashes. */
  readonly name: string;
  readonly evaluations: number;
  /** Rows of each. */
  readonly rows: number;
  /** When they ended. RFC 3339. */
  readonly endedAt: string;
}

/**
 * Returns statements that store finished evaluations, for either database: seconds instead of the service's minutes. Each
 * row of an evaluation is a row of four tables.
 */
export function fillPrunable({ appId, name, evaluations, rows, endedAt }: PrunableEvaluations): string[] {
  const status = JSON.stringify({ type: 'status', value: 'EVALUATION_FINISHED' });
  const outputs = JSON.stringify([{ result: { type: 'text', value: 'an output' }, cost: 0.001, latency: 0.5 }]);
  const results = JSON.stringify([{ evaluator_config: 'exact', result: { type: 'bool', value: true } }]);
  const numbers = (count: number) =>
    `with recursive number (n) as (select 0 union all select n + 1 from number where n < ${count - 1})`;
  const all = numbers(evaluations * rows);
  const evaluation = `'${name}-' || (n / ${rows})`;
  return [
    `insert into evaluations (id, project_id, app_id, variant_id, variant_name, variant_revision_id, revision,
        deployment_id, testset_id, testset_name, rate_limit, evaluator_configs, status, status_value,
        aggregated_results, created_by, created_at, updated_at, row_count)
      ${numbers(evaluations)}
      select '${name}-' || n, projects.id, '${appId}', 'v', 'v', 'r', 1, 'd', 't', 't', '{}', '[]', '${status}',
        'EVALUATION_FINISHED', '[]', 'bench', '${endedAt}', '${endedAt}', ${rows} from number, projects`,
    `insert into cells (hash, output, created_at)
      ${all} select '${name}-' || n, '{"type":"text","value":"output ' || n || '"}', '${endedAt}' from number`,
    `insert into scores (hash, result, created_at, cell_hash)
      ${all} select '${name}-' || n, '{"type":"bool","value":true}', '${endedAt}', '${name}-' || n from number`,
    `insert into evaluation_scenarios (id, evaluation_id, position, cells)
      ${all} select '${name}-' || n, ${evaluation}, n % ${rows}, '{"text":"input ' || n || '"}' from number`,
    `insert into evaluation_outcomes (scenario_id, evaluation_id, outputs, results, cost, latency, cell_hash)
      ${all} select '${name}-' || n, ${evaluation}, '${outputs}', '${results}', 0.001, 0.5, '${name}-' || n from number`,
  ];
}
