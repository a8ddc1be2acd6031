import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { variantView } from '../../src/ui/variants/variant-detail-views.ts';
import { showVariantFields } from '../../src/use-cases/variants/fields/read-values.ts';
import { showVariant } from '../../src/use-cases/variants/resolve-variant.ts';

export default class VariantsShow extends BaseCommand {
  static override summary = 'Show one variant and the values of its fields.';
  static override description =
    'A field that routes declare differently is shown for each of them, as /ROUTE:FIELD. What is not stored has the default of the newest code.';
  static override examples = ['wf variants show formal', 'wf variants show formal@3', 'wf variants show formal --json'];
  static override args = {
    variant: Flags.argument({
      names: 'variant',
      required: true,
      description: 'Name, id or id prefix; @N for revision N.',
    }),
  };
  static override flags = Flags.APP_FLAG;

  async run(): Promise<void> {
    const { args } = await this.parse(VariantsShow);
    const { client, app } = await this.appSession();
    const variant = await showVariant({ client, app, variant: args.variant });
    const fields = await showVariantFields(client, variant);
    await this.show({ json: { ...variant, fields }, view: () => variantView({ ...variant, fields }) });
  }
}
