import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { costsView, usageView } from '../../src/ui/retention/retention-views.ts';
import { parseTimestamp } from '../../src/use-cases/arguments/parse-timestamp.ts';
import { readTimeFor } from '../../src/use-cases/session/service-time.ts';
import { parseCostGroups, readCosts, readUsage } from '../../src/use-cases/retention/manage-data.ts';

export default class UsageCommand extends BaseCommand {
  static override summary = 'Show how much space the stored data takes; with --by, what evaluations cost.';
  static override description =
    'Sizes are those of the values, without indexes, and require the role auditor. Costs are those of the calls that stored evaluations made: an answer or a score that was stored before cost nothing again.';
  static override examples = ['wf usage', 'wf usage --app support --json', 'wf usage --by app,model --since 7d'];
  static override flags = {
    app: Flags.string({ names: 'app', summary: 'This app only. Default: everything that the key reaches.' }),
    by: Flags.string({
      summary: 'Show what evaluations cost, added up by app, variant, model, or kind: calls of routes, and judges.',
      helpValue: 'app,model',
    }),
    since: Flags.string({
      summary: 'With --by: only evaluations started since then: 12h, 7d, or a date in UTC.',
      helpValue: 'WHEN',
      dependsOn: ['by'],
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(UsageCommand);
    const app = flags.app ?? null;
    if (flags.by === undefined) {
      const usage = await readUsage({ client: (await this.session()).client, app });
      return await this.show({ json: usage, view: () => usageView(usage) });
    }
    const by = parseCostGroups(flags.by);
    const now = await readTimeFor([flags.since], () => this.session());
    const moment = { flag: '--since', direction: 'ago', now } as const;
    const since = flags.since === undefined ? null : parseTimestamp(flags.since, moment);
    const costs = await readCosts({ client: (await this.session()).client, app, since, by });
    await this.show({ json: costs, view: () => costsView(costs, by) });
  }
}
