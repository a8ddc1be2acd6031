import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { shellLine } from '../../src/foundation/shell-word.ts';
import { createApp } from '../../src/use-cases/apps/manage-apps.ts';

export default class AppsCreate extends BaseCommand {
  static override summary = 'Create an app.';
  static override description =
    'Creates the app with the environments development, staging and production. The first wf deploy does this automatically.';
  static override examples = ['wf apps create support', 'wf apps create support --json'];
  static override args = { name: Flags.argument({ required: true, description: 'Letters, digits, "-" and "_".' }) };

  async run(): Promise<void> {
    const { args } = await this.parse(AppsCreate);
    const { client } = await this.session();
    const { record: app, warning } = await createApp(client, args.name);
    const next = shellLine(['wf', 'variants', 'list', '--app', app.app_name]);
    await this.show({ json: app, warning, line: `Created app ${app.app_name} (${app.app_id}).`, next });
  }
}
