import { shellWord } from '../../../src/foundation/shell-word.ts';
import * as Flags from '../../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../../src/cli/kit/command/base-command.ts';
import { usageError } from '../../../src/foundation/errors/wf-error.ts';
import { changeSetting } from '../../../src/use-cases/settings/manage-settings.ts';

export default class ConfigSet extends BaseCommand {
  static override summary = 'Change a setting of the profile in use.';
  static override description =
    'Settings: base_url, app, timeout (seconds), credential (the form in which a key is sent).';
  static override examples = [
    'wf config set base_url https://wf.example.com/api',
    'wf config set timeout 60 --profile staging',
    'wf config set app --unset',
  ];
  static override args = {
    name: Flags.argument({ names: 'setting', required: true, description: 'Name of the setting.' }),
    value: Flags.argument({ description: 'The new value.' }),
  };
  static override flags = { unset: Flags.boolean({ summary: 'Remove the setting.' }) };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ConfigSet);
    if ((args.value === undefined) === !flags.unset) {
      throw usageError('Pass either a value or --unset.', [`wf config set ${shellWord(args.name)} VALUE`]);
    }
    const { name, value = null } = args;
    const { profile, isChanged, overriddenBy } = await changeSetting({ settings: await this.settings(), name, value });
    if (overriddenBy !== null) await this.note(`Warning: ${overriddenBy} overrides this setting here.`);
    const done =
      value === null ? `Unset ${name} in profile ${profile}.` : `Set ${name} to ${value} in profile ${profile}.`;
    const same =
      value === null ? `profile ${profile} does not set ${name}.` : `${name} is ${value} in profile ${profile}.`;
    const line = isChanged ? done : `Nothing changed: ${same}`;
    await this.show({ json: { name, value, profile }, line });
  }
}
