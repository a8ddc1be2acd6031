import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { environmentDiffView } from '../../src/ui/variants/diff-views.ts';
import { diffEnvironments } from '../../src/use-cases/environments/diff-environments.ts';

export default class EnvDiff extends BaseCommand {
  static override summary = 'Show how two environments differ: variant, values, code and its schemas.';
  static override description =
    'Each side is ENVIRONMENT for what it runs now, or ENVIRONMENT@REVISION. With one side only, shows its last change.';
  static override examples = [
    'wf env diff staging production',
    'wf env diff production@3 production --json',
    'wf env diff production',
  ];
  static override args = {
    before: Flags.argument({
      names: 'environment',
      required: true,
      description: 'ENVIRONMENT or ENVIRONMENT@REVISION.',
    }),
    after: Flags.argument({
      names: 'environment',
      description: 'The same. Default: compares the first with the revision before it.',
    }),
  };
  static override flags = Flags.APP_FLAG;

  async run(): Promise<void> {
    const { args } = await this.parse(EnvDiff);
    const { client, app } = await this.appSession();
    const diff = await diffEnvironments({ client, app, before: args.before, after: args.after ?? null });
    await this.show({ json: diff, view: () => environmentDiffView(diff) });
  }
}
