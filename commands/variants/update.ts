import * as Args from '../../src/cli/kit/define/args.ts';
import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { APP_FLAG } from '../../src/cli/kit/define/base-flags.ts';
import { shellLine } from '../../src/cli/kit/words/shell-line.ts';
import { showLine } from '../../src/ui/layout/show-line.ts';
import { readParameters } from '../../src/use-cases/files/read-json-source.ts';
import { updateVariant } from '../../src/use-cases/variants/update-variant.ts';

export default class VariantsUpdate extends BaseCommand {
  static override summary = 'Change the parameters of a variant, as a new revision.';
  static override description =
    'Parameters that are not named stay. Environments keep the revision they run until wf env deploy.';
  static override examples = [
    'wf variants update formal --set words=120',
    'wf variants update formal --unset tone',
    'wf variants update formal --params params.json',
  ];
  static override args = {
    variant: Args.string({ names: 'variant', required: true, description: 'Name, id or id prefix.' }),
  };
  static override flags = {
    ...APP_FLAG,
    set: Flags.string({
      summary: 'Set one parameter.',
      helpValue: 'KEY=VALUE',
      multiple: true,
      multipleNonGreedy: true,
    }),
    unset: Flags.string({
      summary: "Go back to the code's default.",
      helpValue: 'KEY',
      multiple: true,
      multipleNonGreedy: true,
    }),
    params: Flags.string({
      aliases: ['file'],
      summary: 'JSON object with parameters; - reads stdin. --file is the same.',
      helpValue: 'FILE|-',
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(VariantsUpdate);
    const parameters = await readParameters(flags.params, this.ports.io);
    const { app } = await this.settings();
    const { client } = await this.session();
    const variant = await updateVariant({
      client,
      app: app.value,
      variant: args.variant,
      parameters,
      assignments: flags.set ?? [],
      unset: flags.unset ?? [],
    });
    const line = `Updated variant ${variant.variant_name} (${variant.variant_id}) to revision ${variant.revision}.`;
    const next = shellLine(['wf', 'env', 'deploy', 'development', '--variant', variant.variant_name]);
    await this.show({ json: variant, view: showLine(line, next) });
  }
}
