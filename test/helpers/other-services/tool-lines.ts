import { both, type CommandLine, line } from './command-line.ts';

/** What every MCP tool does at both services; the words of a line are the tool's input. */
export const TOOL_LINES: Readonly<Record<string, readonly CommandLine[]>> = {
  list_apps: [line('{}', { exitCode: 2 }, { says: '"app_name":"support"' })],
  show_status: [line('{}', { exitCode: 2 }, { says: '"production"' })],
  list_routes: [both('{}', { exitCode: 2, says: 'lacks route schemas' })],
  list_variants: [line('{}', { says: '"default"' }, { says: '"app.n"' })],
  show_variant: [line('{"variant":"$V"}', { says: '"words":50' }, { says: '"c":3' })],
  list_variant_revisions: [
    line('{"variant":"$V"}', { exitCode: 2, says: 'has no GET /variants' }, { says: '"revision":2' }),
  ],
  list_environments: [line('{}', { exitCode: 2 }, { says: '"production"' })],
  list_environment_revisions: [both('{"environment":"production"}', { says: '"production"' })],
  list_testsets: [line('{}', { exitCode: 2 }, { says: '"cases"' })],
  list_evaluators: [line('{}', { exitCode: 2 }, { says: 'auto_exact_match' })],
  list_evaluations: [line('{}', { exitCode: 2 }, { says: 'EVALUATION_FINISHED' })],
  summarise_evaluation: [line('{"evaluation":"$E"}', { says: '"lacking":' }, { says: '"summary":' })],
  list_evaluation_rows: [line('{"evaluation":"$E"}', { exitCode: 2 }, { says: '"question"' })],
  read_logs: [both('{}', { exitCode: 2, says: 'lacks logs' })],
  read_audit_log: [both('{}', { exitCode: 2, says: 'lacks an audit log' })],
  compare_evaluations: [
    line('{"baseline":"$E","candidates":["$E"]}', { exitCode: 2 }, { exitCode: 2, says: 'is named twice' }),
  ],
  watch_evaluation: [line('{"evaluation":"$E"}', { exitCode: 2 }, { says: 'EVALUATION_FINISHED' })],
  list_spans: [both('{}', { exitCode: 2 })],
  plan_deploy: [both('{}', { exitCode: 2, says: 'lacks deployments of code' })],
  plan_rollback: [line('{"environment":"production"}', { exitCode: 5 }, {})],
  create_variant: [
    line(
      '{"name":"tuned","from":"$V","parameters":{"words":3}}',
      { changes: ['+ variant tuned {"words":3,"tone":"plain"}'] },
      { changes: ['+ variant app.tuned@1 {"a":1,"b":2,"c":3,"words":3}'] },
    ),
  ],
  update_variant: [
    line(
      '{"variant":"$V","parameters":{"b":5},"unset":["a"]}',
      { exitCode: 3 },
      { changes: ['+ variant app.n@4 {}', '+ variant app.n@5 {"b":5,"c":3}'] },
    ),
  ],
  deploy_to_environment: [
    line(
      '{"environment":"staging","variant":"$V"}',
      { exitCode: 3 },
      { changes: ['- staging runs nothing', '+ staging #1: app.n@3', '+ staging runs app.n@3'] },
    ),
    line('{"environment":"staging","variant":"$V@1"}', { exitCode: 3 }, { exitCode: 2 }),
  ],
  rollback_environment: [
    line(
      '{"environment":"production"}',
      { exitCode: 5 },
      { changes: ['- production runs app.n@3', '+ production runs app.n@2'] },
    ),
  ],
  run_route: [both('{"route":"/","variant":"$V"}', { exitCode: 2, says: 'lacks hosted routes' })],
  plan_evaluation: [
    line(
      '{"testset":"cases","variants":["$V"],"evaluators":"exact_match"}',
      { exitCode: 2 },
      { exitCode: 2, says: 'lacks forecasts of evaluations' },
    ),
  ],
  run_evaluation: [
    line(
      '{"testset":"cases","variants":["$V"],"evaluators":"exact_match"}',
      { exitCode: 2 },
      {
        changes: [
          '+ evaluator exact_match (support): auto_exact_match {"correct_answer_key":"correct_answer"}',
          '+ evaluation of app.n on cases by exact_match (support)',
        ],
        says: 'EVALUATION_',
      },
    ),
  ],
  deploy: [both('{}', { exitCode: 2, says: 'lacks deployments of code' })],
};
