import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { APP_FLAG } from '../../src/cli/kit/define/flags.ts';
import { environmentsView } from '../../src/ui/environments/environment-views.ts';
import { nameRunning, withDeployedRevisions } from '../../src/use-cases/environments/name-running.ts';
import { resolveAppId } from '../../src/use-cases/apps/resolve-app.ts';

export default class EnvList extends BaseCommand {
  static override summary = 'List the environments of an app and what each runs.';
  static override examples = ['wf env list', 'wf env list --app support --json'];
  static override flags = APP_FLAG;

  async run(): Promise<void> {
    await this.parse(EnvList);
    const { client, app } = await this.appSession();
    const listed = await client.listAppEnvironments({ app_id: await resolveAppId({ client, app }) });
    const { environments, names } = await withDeployedRevisions(client, listed);
    await this.show({
      json: environments,
      view: async () => environmentsView(environments, names ?? (await nameRunning(client, environments))),
    });
  }
}
