import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { ASKS_FIRST, YES_FLAG } from '../../src/cli/kit/define/base-flags.ts';
import { showPage } from '../../src/ui/layout/show-page.ts';
import { prunedPage } from '../../src/ui/retention/retention-pages.ts';
import { parseAge } from '../../src/use-cases/arguments/parse-age.ts';
import { pruneData } from '../../src/use-cases/retention/prune-data.ts';

export default class PruneCommand extends BaseCommand {
  static override summary = 'Delete old evaluations, outputs, logs, traces and unused bundles.';
  static override description = `Evaluations that are evidence for a revision stay, and so do bundles that a revision can return to. Stopping it loses nothing: repeat it. Requires the role operator. ${ASKS_FIRST}`;
  static override examples = ['wf prune --plan', 'wf prune --older-than 90d --app support --yes'];
  static override flags = {
    ...YES_FLAG,
    app: Flags.string({ names: 'app', summary: 'This app only. Default: everything that the key reaches.' }),
    'older-than': Flags.string({
      summary: 'Age of what is deleted: a duration such as 12h, 30d or 8w.',
      helpValue: 'AGE',
      default: '30d',
    }),
    plan: Flags.boolean({ summary: 'Show what would be deleted; delete nothing.', default: false }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(PruneCommand);
    const { app = null, plan: isPlan, 'older-than': age } = flags;
    const olderThanSeconds = parseAge(age, '--older-than');
    const { client } = await this.session();
    const of = app === null ? '' : ` of app ${app}`;
    const question = `Delete evaluations, outputs, logs, traces and unused bundles${of} that are older than ${age}?`;
    const confirm = async () => (isPlan ? undefined : await this.confirm(question));
    const pruned = await pruneData({ client, app, olderThanSeconds, isPlan, confirm, signal: this.signal });
    await this.show({ json: pruned, view: (display) => showPage(prunedPage(pruned), display) });
  }
}
