import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { APP_FLAG, ENVIRONMENT_ARG } from '../../src/cli/kit/define/flags.ts';
import { environmentView } from '../../src/ui/environments/environment-views.ts';
import { nameRunning, withDeployedRevisions } from '../../src/use-cases/environments/name-running.ts';
import { resolveEnvironment } from '../../src/use-cases/environments/resolve-environment.ts';

export default class EnvShow extends BaseCommand {
  static override summary = 'Show one environment and the variant it runs.';
  static override examples = ['wf env show production', 'wf env show staging --json'];
  static override args = ENVIRONMENT_ARG;
  static override flags = APP_FLAG;

  async run(): Promise<void> {
    const { args } = await this.parse(EnvShow);
    const { client, app } = await this.appSession();
    const found = await resolveEnvironment({ client, app, environment: args.environment });
    const { environments, names } = await withDeployedRevisions(client, [found]);
    const [environment = found] = environments;
    await this.show({
      json: environment,
      view: async () => environmentView(environment, names ?? (await nameRunning(client, environments))),
    });
  }
}
