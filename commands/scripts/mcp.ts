import type { Interfaces } from '@oclif/core';
import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { toolsView } from '../../src/ui/scripts/tools-view.ts';
import type { CommandTable } from '../../src/cli/start/program.ts';
import type { Tool, ToolSession } from '../../src/use-cases/scripts/mcp/tool.ts';

export const TOOL_COMMANDS = {
  'apps list': () => import('../apps/list.ts'),
  deploy: () => import('../deployments/deploy.ts'),
  'env deploy': () => import('../environments/deploy.ts'),
  'env list': () => import('../environments/list.ts'),
  'env revisions': () => import('../environments/revisions.ts'),
  'env rollback': () => import('../environments/rollback.ts'),
  'eval compare': () => import('../evaluations/compare.ts'),
  'eval list': () => import('../evaluations/list.ts'),
  'eval plan': () => import('../evaluations/plan.ts'),
  'eval rows': () => import('../evaluations/rows.ts'),
  'eval run': () => import('../evaluations/run.ts'),
  'eval show': () => import('../evaluations/show.ts'),
  'eval watch': () => import('../evaluations/watch.ts'),
  'evaluators list': () => import('../evaluators/list.ts'),
  logs: () => import('../deployments/logs.ts'),
  log: () => import('../audit/log.ts'),
  status: () => import('../environments/status.ts'),
  'testsets list': () => import('../testsets/list.ts'),
  'variants create': () => import('../variants/create.ts'),
  'variants list': () => import('../variants/list.ts'),
  'variants revisions': () => import('../variants/revisions.ts'),
  'variants show': () => import('../variants/show.ts'),
  'variants update': () => import('../variants/update.ts'),
} satisfies CommandTable;

export default class Mcp extends BaseCommand {
  static override summary = 'Let an assistant use wf: a Model Context Protocol server on standard input and output.';
  static override description =
    'Offers what the reading commands show, and plans deploys of the project here. Tools that call routes, run evaluations, deploy, or change variants or environments need --allow-writes. Ends when its client does.';
  static override examples = [
    'wf mcp',
    'wf mcp --allow-writes --app support',
    'wf mcp --list --json',
    'wf mcp --routes --env production',
  ];
  static override flags = {
    ...Flags.APP_FLAG,
    'allow-writes': Flags.boolean({
      summary: 'Also offer tools that call routes, run evaluations, deploy and change records.',
    }),
    list: Flags.boolean({ summary: 'List the tools instead of serving them.' }),
    routes: Flags.boolean({
      summary: "Offer the deployed routes as tools instead of wf's own. Calls may cost money.",
      exclusive: ['allow-writes'],
    }),
    variant: Flags.string({
      names: 'variant',
      summary: 'With --routes: call the routes of this variant.',
      helpValue: 'VARIANT[@N]',
      dependsOn: ['routes'],
    }),
    env: Flags.string({
      names: 'environment',
      summary: 'With --routes: call what this environment runs. Default: production.',
      helpValue: 'ENV',
      dependsOn: ['routes'],
      exclusive: ['variant'],
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Mcp);
    const tools = flags.routes ? await this.#listRoutes(flags) : await this.#listOwn(flags['allow-writes']);
    if (flags.list) {
      const listed = tools.map(({ name, description, writes }) => ({ name, description, writes }));
      return await this.show({ json: listed, view: () => toolsView(listed) });
    }
    const { serveMcp } = await import('../../src/use-cases/scripts/mcp/serve-mcp.ts');
    await serveMcp({
      version: this.config.version,
      tools,
      openContext: () => this.#openContext(),
      stdin: this.ports.io.stdin,
      stdout: process.stdout,
      signal: this.signal,
    });
  }

  async #openContext(): Promise<ToolSession> {
    const { runInProcess } = await import('../../src/cli/mcp/run-in-process.ts');
    const { config, ports, settingsFlags: flags } = this;
    const run = runInProcess({ commands: TOOL_COMMANDS, config, ports, flags, session: () => this.session() });
    return { ...(await this.appSession()), run };
  }

  async #listOwn(allowWrites: boolean): Promise<readonly Tool[]> {
    const { listTools } = await import('../../src/cli/mcp/list-tools.ts');
    return await listTools(allowWrites, TOOL_COMMANDS);
  }

  async #listRoutes({
    variant,
    env = 'production',
  }: Interfaces.InferredFlags<typeof Mcp.flags>): Promise<readonly Tool[]> {
    const { listRouteTools } = await import('../../src/use-cases/scripts/mcp/route-as-tool.ts');
    const target =
      variant === undefined
        ? ({ kind: 'environment', environment: env } as const)
        : ({ kind: 'variant', variant } as const);
    return await listRouteTools(await this.#openContext(), target);
  }
}
