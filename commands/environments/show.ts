import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { APP_FLAG, ENVIRONMENT_ARG } from '../../src/cli/kit/define/flags.ts';
import { environmentView } from '../../src/ui/environments/environment-views.ts';
import { nameVariantRevisions } from '../../src/use-cases/variants/list-variant-revisions.ts';
import { resolveEnvironment } from '../../src/use-cases/environments/resolve-environment.ts';

export default class EnvShow extends BaseCommand {
  static override summary = 'Show one environment and the variant it runs.';
  static override examples = ['wf env show production', 'wf env show staging --json'];
  static override args = ENVIRONMENT_ARG;
  static override flags = APP_FLAG;

  async run(): Promise<void> {
    const { args } = await this.parse(EnvShow);
    const { client, app } = await this.appSession();
    const environment = await resolveEnvironment({ client, app, environment: args.environment });
    await this.show({
      json: environment,
      view: async () => {
        const { app_id, deployed_app_variant_revision_id: id } = environment;
        const names = await nameVariantRevisions(client, app_id, [id]);
        return environmentView(environment, names);
      },
    });
  }
}
