import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { shellLine } from '../../src/foundation/shell-word.ts';
import { revertVariant } from '../../src/use-cases/variants/update-variant.ts';

export default class VariantsRevert extends BaseCommand {
  static override summary = 'Restore the parameters of an old revision, as a new revision.';
  static override description =
    'No history is lost. Environments keep the revision they run until wf env deploy; wf env rollback restores what one ran before.';
  static override examples = ['wf variants revert formal --to 2', 'wf variants revert formal --to 2 --json'];
  static override args = Flags.VARIANT_ARG;
  static override flags = {
    ...Flags.APP_FLAG,
    to: Flags.integer({
      names: 'revision',
      summary: 'Revision whose parameters to restore.',
      helpValue: 'N',
      min: 1,
      required: true,
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(VariantsRevert);
    const { client, app } = await this.appSession();
    const reverted = await revertVariant({ client, app, variant: args.variant, revision: flags.to });
    const { record: variant, warning, isChanged } = reverted;
    const name = `${variant.variant_name}@${variant.revision}`;
    const line = isChanged
      ? `Reverted ${variant.variant_name} to the parameters of revision ${flags.to}, as revision ${variant.revision}.`
      : `Nothing changed: ${name} already has the parameters of revision ${flags.to}.`;
    const next = shellLine(['wf', 'env', 'deploy', 'development', '--variant', variant.variant_name]);
    await this.show({ json: variant, warning, line, next: isChanged ? next : undefined });
  }
}
