import type { DatabaseSync } from 'node:sqlite';

/** Number of records to store. */
export interface ListSizes {
  readonly variants: number;
  readonly revisions: number;
  readonly evaluations: number;
  readonly testsets: number;
}

/** Names that a tenth, a hundredth and so on of the evaluations have. */
const INSTANT = "strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', '+' || n || ' minutes')";

/**
 * Stores the records of an app that has been in use for a year, directly in the database. Evaluations are as large as
 * real ones: two evaluators with their settings, about 1.7 KB in an answer.
 */
export function fillLists(database: DatabaseSync, { variants, revisions, evaluations, testsets }: ListSizes): void {
  const config = (key: string) => ({
    id: `01980000-0000-7000-8000-${key.padStart(12, '0').slice(0, 12)}`,
    name: key,
    evaluator_key: `auto_${key}`,
    settings_values: { correct_answer_key: 'correct_answer' },
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  });
  const configs = ['exact_match', 'levenshtein_distance'].map(config);
  const aggregated = configs.map((evaluator_config) => ({
    evaluator_config,
    result: { type: 'number', value: 0.75, scored: 100, rows: 100 },
  }));
  const numbers = (count: number) =>
    `with recursive number (n) as (values (0) union all select n + 1 from number where n < ${count - 1})`;
  const totals = `json_object('average_cost', json_object('type', 'cost', 'value', n % 97 / 1000.0),
    'total_cost', json_object('type', 'cost', 'value', n % 97 / 10.0),
    'average_latency', json_object('type', 'latency', 'value', n % 53 / 100.0))`;
  database.exec('pragma synchronous = off; pragma foreign_keys = off; begin');
  database.exec(`
    insert into apps (id, project_id, name, created_at, updated_at)
      select 'bench', id, 'bench', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' from projects;
    insert into bases (id, app_id, name, created_at) values ('base', 'bench', 'main', '2026-01-01T00:00:00.000Z');
    insert into environments (id, app_id, name, position) values ('production', 'bench', 'production', 1);
    ${numbers(variants)}
    insert into variants (id, app_id, base_id, name, config_name, created_at, updated_at, modified_by_id)
      select printf('variant-%07d', n), 'bench', 'base', 'variant-' || n, 'variant-' || n, ${INSTANT}, ${INSTANT}, 'bench'
      from number;
    ${numbers(variants * revisions)}
    insert into variant_revisions (id, variant_id, revision, parameters, modified_by, created_at)
      select printf('revision-%07d', n), printf('variant-%07d', n / ${revisions}), n % ${revisions} + 1,
        json_object('prompt', 'Summarise the text in one sentence, plainly: {text}', 'words', n % 200, 'temperature', 0.7,
          'model', 'gpt-4o-mini'), 'bench', ${INSTANT}
      from number;
    insert into environment_revisions (id, environment_id, revision, variant_revision_id, modified_by, created_at)
      values ('first', 'production', 1, 'revision-0000004', 'bench', '2026-01-01T00:00:00.000Z');
    ${numbers(testsets)}
    insert into testsets (id, project_id, name, created_at, updated_at, app_id)
      select printf('testset-%07d', n), projects.id, 'cases-' || n, ${INSTANT}, ${INSTANT}, 'bench' from number, projects;
    ${numbers(testsets)}
    insert into testset_revisions (id, testset_id, revision, name, row_count, columns, created_by, created_at)
      select printf('testset-revision-%07d', n), printf('testset-%07d', n), 1, 'cases-' || n, 100, '["text"]', 'bench',
        ${INSTANT} from number;
  `);
  database
    .prepare(
      `${numbers(evaluations)}
      insert into evaluations (id, project_id, app_id, variant_id, variant_name, variant_revision_id, revision,
          deployment_id, testset_id, testset_name, testset_revision, rate_limit, evaluator_configs, status, status_value,
          aggregated_results, totals, created_by, created_at, updated_at, row_count)
        select printf('evaluation-%08d', n), projects.id, 'bench', printf('variant-%07d', n % ${variants}),
          'variant-' || (n % ${variants}), printf('revision-%07d', n % ${variants} * ${revisions} + 4), 5, 'deployment',
          printf('testset-%07d', n % ${testsets}), 'cases-' || (n % ${testsets}), 1, '{}', :configs,
          json_object('type', 'status', 'value', iif(n % 100 = 7, 'EVALUATION_FAILED', 'EVALUATION_FINISHED')),
          iif(n % 100 = 7, 'EVALUATION_FAILED', 'EVALUATION_FINISHED'), :aggregated, ${totals}, 'bench',
          ${INSTANT}, ${INSTANT}, 100
        from number, projects`,
    )
    .run({ configs: JSON.stringify(configs), aggregated: JSON.stringify(aggregated) });
  database.exec('commit; analyze');
}
