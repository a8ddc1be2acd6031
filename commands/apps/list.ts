import { ListCommand } from '../../src/cli/kit/command/list-command.ts';
import { searchFlags } from '../../src/cli/kit/define/list-flags.ts';
import { appsView } from '../../src/ui/apps/apps-view.ts';
import { APP_FIELDS, filterApps } from '../../src/use-cases/apps/manage-apps.ts';

export default class AppsList extends ListCommand {
  static override summary = 'List the apps of the service.';
  static override examples = ['wf apps list', 'wf apps list --search support', 'wf apps list --json'];
  static override flags = searchFlags(APP_FIELDS, 'the name');

  async run(): Promise<void> {
    const { flags } = await this.parse(AppsList);
    const filter = await this.filterOf(flags);
    const { client } = await this.session();
    const list = await filterApps(client, filter);
    await this.showList(
      list,
      (apps) => appsView(apps, list),
      async () => appsView([], { ...list, deploy: await this.deployLine() }),
    );
  }
}
