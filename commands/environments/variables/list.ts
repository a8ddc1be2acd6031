import { BaseCommand } from '../../../src/cli/kit/command/base-command.ts';
import * as Flags from '../../../src/cli/kit/define/flags.ts';
import { variablesView } from '../../../src/ui/environments/environment-views.ts';
import { resolveAppId } from '../../../src/use-cases/apps/resolve-app.ts';

export default class EnvVarsList extends BaseCommand {
  static override summary = "List the environment variables of an app's workflow, without their values.";
  static override examples = [
    'wf env vars list',
    'wf env vars list --env production',
    'wf env vars list --app support --json',
  ];
  static override flags = {
    ...Flags.APP_FLAG,
    env: Flags.string({
      names: 'environment',
      summary: "What this environment has: its own, and the app's unless it is protected. Default: the app's.",
      helpValue: 'ENV',
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(EnvVarsList);
    const { client, app } = await this.appSession();
    await client.require('variables');
    const app_id = await resolveAppId({ client, app });
    const { env } = flags;
    const variables =
      env === undefined
        ? await client.listVariables({ app_id })
        : await client.listEnvironmentVariables({ app_id, environment_name: env });
    await this.show({ json: variables, view: () => variablesView(variables) });
  }
}
