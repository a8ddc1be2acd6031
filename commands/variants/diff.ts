import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { configurationDiffView } from '../../src/ui/variants/diff-views.ts';
import { compareConfigurations } from '../../src/use-cases/variants/resolve-configuration.ts';
import { readLocalRoutes } from '../../src/use-cases/develop/read-local-routes.ts';

const WHAT =
  'VARIANT, VARIANT@REVISION, ENVIRONMENT, ENVIRONMENT@REVISION, or local for the defaults of the code here.';

export default class VariantsDiff extends BaseCommand {
  static override summary =
    'Show how two configurations differ: values, words inside texts, and the schemas of their code.';
  static override description =
    "Compares values as a call sees them: what is not stored has the code's default. When a variant and an environment share a name, write variant:NAME or env:NAME.";
  static override examples = [
    'wf variants diff default formal',
    'wf variants diff formal@2 formal',
    'wf variants diff production local --json',
  ];
  static override args = {
    before: Flags.argument({ names: 'variant', required: true, description: WHAT }),
    after: Flags.argument({ names: 'variant', required: true, description: WHAT }),
  };
  static override flags = Flags.APP_FLAG;

  async run(): Promise<void> {
    const { args } = await this.parse(VariantsDiff);
    const { client, app } = await this.appSession();
    const diff = await compareConfigurations({
      ...args,
      client,
      app,
      readLocal: async () => readLocalRoutes(await this.settings(), this.folder),
    });
    await this.show({ json: diff, view: () => configurationDiffView(diff) });
  }
}
