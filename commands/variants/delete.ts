import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { APP_FLAG, ASKS_FIRST, VARIANT_ARG, YES_FLAG } from '../../src/cli/kit/define/flags.ts';
import { deleteRecord } from '../../src/use-cases/records/delete-record.ts';
import { resolveVariant } from '../../src/use-cases/variants/resolve-variant.ts';

export default class VariantsDelete extends BaseCommand {
  static override summary = 'Delete a variant that no environment refers to.';
  static override description = ASKS_FIRST;
  static override examples = ['wf variants delete formal', 'wf variants delete formal --yes'];
  static override args = VARIANT_ARG;
  static override flags = { ...APP_FLAG, ...YES_FLAG };

  async run(): Promise<void> {
    const { args } = await this.parse(VariantsDelete);
    const { client, app } = await this.appSession();
    const variant = await resolveVariant({ client, app, variant: args.variant });
    await this.confirm(`Delete variant ${variant.variant_name} of app ${variant.app_name} with its revisions?`);
    const warning = await deleteRecord(client, 'variant', variant);
    const line = `Deleted variant ${variant.variant_name} (${variant.variant_id}).`;
    await this.show({ json: variant, warning, line, next: 'wf variants list' });
  }
}
