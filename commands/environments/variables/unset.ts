import * as Flags from '../../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../../src/cli/kit/command/base-command.ts';
import { OF_ENVIRONMENT } from '../../../src/cli/kit/define/record-flags.ts';
import { shellWord } from '../../../src/foundation/shell-word.ts';
import { resolveAppId } from '../../../src/use-cases/apps/resolve-app.ts';
import { withNextSteps } from '../../../src/foundation/errors/wf-error.ts';

export default class EnvVarsUnset extends BaseCommand {
  static override summary = "Unset an environment variable of an app's deployed workflow.";
  static override description = 'Nobody can read the value back, so it asks first on a terminal.';
  static override examples = ['wf env vars unset OPENAI_API_KEY', 'wf env vars unset MODEL_URL --env production'];
  static override args = {
    name: Flags.argument({ names: 'variable', required: true, description: 'Name of the variable.' }),
  };
  static override flags = { ...Flags.APP_FLAG, ...OF_ENVIRONMENT, ...Flags.YES_FLAG };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EnvVarsUnset);
    const { client, app } = await this.appSession();
    await client.require('variables');
    await this.confirmAtTerminal(async () => `Unset ${args.name}, whose value nobody can read back?`);
    const of = { app_id: await resolveAppId({ client, app }), variable_name: args.name };
    const { env } = flags;
    const deletion =
      env === undefined
        ? client.deleteVariable(of)
        : client.deleteEnvironmentVariable({ ...of, environment_name: env });
    const [where, flag] = env === undefined ? ['', ''] : [` in ${env}`, ` --env ${shellWord(env)}`];
    const nextStep = `wf env vars list${flag}`;
    await withNextSteps(deletion, { WF_NOT_FOUND: [nextStep] });
    await this.show({ json: { name: args.name }, line: `Unset ${args.name}${where}.`, next: nextStep });
  }
}
