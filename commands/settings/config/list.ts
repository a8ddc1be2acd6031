import { BaseCommand } from '../../../src/cli/kit/command/base-command.ts';
import { APP_FLAG } from '../../../src/cli/kit/define/flags.ts';
import { settingsView } from '../../../src/ui/settings/identity-views.ts';
import { listSettings } from '../../../src/use-cases/settings/manage-settings.ts';

export default class ConfigList extends BaseCommand {
  static override summary = 'List the settings in effect here, and where each comes from.';
  static override description = 'Flag before environment, before project file, before profile, before default.';
  static override examples = ['wf config list', 'wf config list --profile staging --json'];
  static override flags = APP_FLAG;

  async run(): Promise<void> {
    await this.parse(ConfigList);
    const settings = listSettings(await this.settings());
    await this.show({ json: settings, view: (display) => settingsView(settings, display) });
  }
}
