import { LIST_ROUTES, LIST_SPANS, RUN_ROUTE } from '../../use-cases/scripts/mcp/own-tools.ts';
import { runBounded, watchBounded, WAIT } from '../../use-cases/scripts/mcp/evaluation-tools.ts';
import type { Tool } from '../../use-cases/scripts/mcp/tool.ts';
import type { CommandTable } from '../start/program.ts';
import { type CommandTool, deriveTool } from './derive-tool.ts';

/** Lists the MCP tools; those that write or may cost money only if writes are allowed. */
export async function listTools(allowWrites: boolean, commands: CommandTable): Promise<Tool[]> {
  const entries = Object.entries({ ...READING, ...(allowWrites ? WRITING : {}) });
  return await Promise.all(
    entries.map(async ([name, entry]) => {
      if (!('command' in entry)) return entry;
      const module = await commands[entry.command]?.();
      if (module === undefined) throw new Error(`There is no command ${entry.command}.`);
      return deriveTool(name, entry, module.default);
    }),
  );
}

type Entry = CommandTool | Tool;

/** A plan stores nothing, so it has no message. */
const PLAN = { words: ['--plan'], omits: ['message'] };

const READING: Readonly<Record<string, Entry>> = {
  list_apps: { command: 'apps list' },
  show_status: { command: 'status' },
  list_routes: LIST_ROUTES,
  list_variants: { command: 'variants list' },
  show_variant: { command: 'variants show' },
  list_variant_revisions: { command: 'variants revisions' },
  list_environments: { command: 'env list' },
  list_environment_revisions: { command: 'env revisions' },
  list_testsets: { command: 'testsets list' },
  list_evaluators: { command: 'evaluators list' },
  list_evaluations: { command: 'eval list' },
  summarise_evaluation: { command: 'eval show' },
  list_evaluation_rows: { command: 'eval rows' },
  read_logs: { command: 'logs' },
  read_audit_log: { command: 'log' },
  compare_evaluations: { command: 'eval compare' },
  watch_evaluation: {
    command: 'eval watch',
    description: 'Wait until an evaluation has ended, for a bounded time, and show it.',
    extra: WAIT,
    run: watchBounded,
  },
  list_spans: LIST_SPANS,
  plan_deploy: {
    command: 'deploy',
    ...PLAN,
    description:
      "Build the project's workflow here and show what deploying it would change: routes, stored configurations that would break, type errors. Changes nothing.",
  },
  plan_rollback: {
    command: 'env rollback',
    ...PLAN,
    description: 'Show which revision a roll-back of an environment would restore, and why. Changes nothing.',
  },
};

const WRITING: Readonly<Record<string, Entry>> = {
  create_variant: { command: 'variants create', writes: true },
  update_variant: { command: 'variants update', writes: true },
  deploy_to_environment: { command: 'env deploy', writes: true },
  rollback_environment: { command: 'env rollback', writes: true },
  run_route: RUN_ROUTE,
  plan_evaluation: {
    command: 'eval plan',
    // It stores the evaluators that it names.
    writes: true,
    description:
      'Show what run_evaluation would do: calls to make, stored answers, expected cost and time. Calls nothing.',
  },
  run_evaluation: {
    command: 'eval run',
    writes: true,
    description: 'Evaluate variants on a stored test set: one evaluation per variant. Calls their routes.',
    extra: WAIT,
    run: runBounded,
  },
  deploy: {
    command: 'deploy',
    writes: true,
    description:
      "Build the project's workflow here and deploy it, as plan_deploy showed. Fails if an environment runs a configuration that the new code rejects.",
  },
};
