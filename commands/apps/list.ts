import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { appsPage } from '../../src/ui/apps/apps-page.ts';
import { showPage } from '../../src/ui/layout/show-page.ts';

export default class AppsList extends BaseCommand {
  static override summary = 'List the apps of the service.';
  static override examples = ['wf apps list', 'wf apps list --json'];

  async run(): Promise<void> {
    await this.parse(AppsList);
    const { client } = await this.session();
    const apps = await client.listApps({});
    await this.show({ json: apps, view: (display) => showPage(appsPage(apps), display) });
  }
}
