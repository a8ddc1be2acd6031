import * as Args from '../../src/cli/kit/define/args.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { APP_FLAG, YES_FLAG } from '../../src/cli/kit/define/base-flags.ts';
import { showLine } from '../../src/ui/layout/show-line.ts';
import { deleteVariant } from '../../src/use-cases/variants/delete-variant.ts';
import { resolveVariant } from '../../src/use-cases/variants/resolve-variant.ts';

export default class VariantsDelete extends BaseCommand {
  static override summary = 'Delete a variant that no environment refers to.';
  static override description = 'Asks first on a terminal; scripts pass --yes.';
  static override examples = ['wf variants delete formal', 'wf variants delete formal --yes'];
  static override args = {
    variant: Args.string({ names: 'variant', required: true, description: 'Name, id or id prefix.' }),
  };
  static override flags = { ...APP_FLAG, ...YES_FLAG };

  async run(): Promise<void> {
    const { args } = await this.parse(VariantsDelete);
    const { app } = await this.settings();
    const { client } = await this.session();
    const variant = await resolveVariant({ client, app: app.value, variant: args.variant });
    await this.confirm(`Delete variant ${variant.variant_name} of app ${variant.app_name} with its revisions?`);
    await deleteVariant(client, variant);
    const line = `Deleted variant ${variant.variant_name} (${variant.variant_id}).`;
    await this.show({ json: variant, view: showLine(line, 'wf variants list') });
  }
}
