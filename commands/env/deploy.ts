import { Args, Flags } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { APP_FLAG } from '../../src/cli/base-flags.ts';
import { shellLine } from '../../src/cli/shell-line.ts';
import { showLine } from '../../src/ui/show-line.ts';
import { deployToEnvironment } from '../../src/use-cases/deploy-to-environment.ts';

export default class EnvDeploy extends BaseCommand {
  static override summary = 'Make an environment run a variant, as a new environment revision.';
  static override description =
    "Takes the variant's newest revision, or the one after @. The old one serves until the new one does.";
  static override examples = [
    'wf env deploy production --variant formal',
    'wf env deploy staging --variant formal@3 --app support',
  ];
  static override args = { environment: Args.string({ required: true, description: 'Name of the environment.' }) };
  static override flags = {
    ...APP_FLAG,
    variant: Flags.string({
      summary: 'Variant to run, at revision N with @N.',
      helpValue: 'VARIANT[@N]',
      required: true,
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(EnvDeploy);
    const { app } = await this.settings();
    const { client } = await this.session();
    const deployed = await deployToEnvironment({ client, app: app.value, ...args, variant: flags.variant });
    const { environment, variantName, variantRevision } = deployed;
    const line = `Deployed ${variantName}@${variantRevision} to ${environment.name}, now at revision ${environment.revision}.`;
    const next = shellLine(['wf', 'env', 'revisions', environment.name]);
    await this.show({ json: environment, view: showLine(line, next) });
  }
}
