import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { resolveApp } from '../../src/use-cases/apps/resolve-app.ts';
import { deleteRecord } from '../../src/use-cases/records/delete-record.ts';

export default class AppsDelete extends BaseCommand {
  static override summary = 'Delete an app with its variants, environments and evaluations.';
  static override description = Flags.ASKS_FIRST;
  static override examples = ['wf apps delete support', 'wf apps delete 01932c5e-1111 --yes'];
  static override args = {
    app: Flags.argument({ names: 'app', required: true, description: 'Name, id or id prefix.' }),
  };
  static override flags = Flags.YES_FLAG;

  async run(): Promise<void> {
    const { args } = await this.parse(AppsDelete);
    const { client } = await this.session();
    const app = await resolveApp({ client, app: args.app });
    await this.confirm(`Delete app ${app.app_name} with its variants, environments and evaluations?`);
    const warning = await deleteRecord(client, 'app', app);
    const line = `Deleted app ${app.app_name} (${app.app_id}).`;
    await this.show({ json: app, warning, line, next: 'wf apps list' });
  }
}
