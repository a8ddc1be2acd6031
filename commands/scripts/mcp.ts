import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { APP_FLAG } from '../../src/cli/kit/define/base-flags.ts';
import { toolsPage } from '../../src/ui/scripts/tools-page.ts';
import { showPage } from '../../src/ui/layout/show-page.ts';

export default class Mcp extends BaseCommand {
  static override summary = 'Let an assistant use wf: a Model Context Protocol server on standard input and output.';
  static override description =
    'Offers what the reading commands show. Tools that change variants or environments need --allow-writes. Ends when its client does.';
  static override examples = ['wf mcp', 'wf mcp --allow-writes --app support', 'wf mcp --list --json'];
  static override flags = {
    ...APP_FLAG,
    'allow-writes': Flags.boolean({ summary: 'Also offer tools that change variants and environments.' }),
    list: Flags.boolean({ summary: 'List the tools instead of serving them.' }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Mcp);
    const allowWrites = flags['allow-writes'];
    if (flags.list) {
      const { listTools } = await import('../../src/use-cases/scripts/mcp/list-tools.ts');
      const tools = listTools(allowWrites).map(({ name, description, writes }) => ({ name, description, writes }));
      return await this.show({ json: tools, view: (display) => showPage(toolsPage(tools), display) });
    }
    const { serveMcp } = await import('../../src/use-cases/scripts/mcp/serve-mcp.ts');
    const { app } = await this.settings();
    await serveMcp({
      version: this.config.version,
      allowWrites,
      openContext: async () => ({ client: (await this.session()).client, app: app.value }),
      stdin: this.ports.io.stdin,
      stdout: process.stdout,
      signal: this.signal,
    });
  }
}
