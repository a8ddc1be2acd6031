import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { usageView } from '../../src/ui/retention/retention-views.ts';
import { readUsage } from '../../src/use-cases/retention/manage-data.ts';

export default class UsageCommand extends BaseCommand {
  static override summary = 'Show how much space the stored data takes, by app and kind.';
  static override description = 'Sizes are those of the values, without indexes. Requires the role auditor.';
  static override examples = ['wf usage', 'wf usage --app support --json'];
  static override flags = {
    app: Flags.string({ names: 'app', summary: 'This app only. Default: everything that the key reaches.' }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(UsageCommand);
    const { client } = await this.session();
    const usage = await readUsage({ client, app: flags.app ?? null });
    await this.show({ json: usage, view: () => usageView(usage) });
  }
}
