import { ListCommand } from '../../src/cli/kit/command/list-command.ts';
import { searchFlags } from '../../src/cli/kit/define/list-flags.ts';
import { limitOf } from '../../src/cli/kit/define/typed-limit.ts';
import { appsPage } from '../../src/ui/apps/apps-page.ts';
import { APP_FACTS, APP_FIELDS } from '../../src/use-cases/apps/app-facts.ts';
import { narrowHere } from '../../src/use-cases/records/narrow/narrow-here.ts';
import { parseNarrowing } from '../../src/use-cases/records/narrow/parse-narrowing.ts';

export default class AppsList extends ListCommand {
  static override summary = 'List the apps of the service.';
  static override examples = ['wf apps list', 'wf apps list --search support', 'wf apps list --json'];
  static override flags = searchFlags(APP_FIELDS);

  async run(): Promise<void> {
    const { flags } = await this.parse(AppsList);
    const narrowing = parseNarrowing({ ...flags, limit: limitOf(flags, this.drawnRows) }, new Date());
    const { client } = await this.session();
    const list = narrowHere(await client.listApps({}), APP_FACTS, narrowing);
    await this.showList(list, { page: (apps) => appsPage(apps, list), all: 'wf apps list --all' });
  }
}
