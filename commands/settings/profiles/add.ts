import * as Flags from '../../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../../src/cli/kit/command/base-command.ts';
import { addProfile, toProfileDocument } from '../../../src/use-cases/settings/manage-profiles.ts';

export default class ProfilesAdd extends BaseCommand {
  static override summary = 'Add a profile.';
  static override description =
    'Stores --base-url, --app, --timeout and --credential under a name, for --profile, WF_PROFILE or wf profiles use.';
  static override examples = [
    'wf profiles add staging --base-url https://staging.example.com/api',
    'wf profiles add team --base-url https://wf.example.com --app support --credential bearer',
  ];
  static override args = { name: Flags.argument({ required: true, description: 'Name of the new profile.' }) };
  static override flags = {
    app: Flags.string({ names: 'app', summary: 'App of commands with this profile, by name or id. Default: none.' }),
    credential: Flags.string({
      summary: 'Form in which the key is sent: apikey, bearer, raw, header:NAME or cookie:NAME.',
      helpValue: 'FORM',
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ProfilesAdd);
    const { app, timeout, credential } = flags;
    const values = { base_url: flags['base-url'], app, timeout, credential };
    const profile = await addProfile(this.ports.io.env, args.name, values);
    const line = `Added profile ${profile.name}.`;
    await this.show({ json: toProfileDocument(profile), line, next: `wf profiles use ${profile.name}` });
  }
}
