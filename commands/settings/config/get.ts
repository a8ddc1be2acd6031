import * as Flags from '../../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../../src/cli/kit/command/base-command.ts';
import { getSetting } from '../../../src/use-cases/settings/manage-settings.ts';

export default class ConfigGet extends BaseCommand {
  static override summary = 'Print the value of one setting; nothing when it has none.';
  static override examples = ['wf config get base_url', 'wf config get app --json'];
  static override args = {
    name: Flags.argument({ names: 'setting', required: true, description: 'Name, as wf config list shows it.' }),
  };

  async run(): Promise<void> {
    const { args } = await this.parse(ConfigGet);
    const setting = getSetting(await this.settings(), args.name);
    await this.show({ json: setting, line: setting.value === null ? '' : String(setting.value) });
  }
}
