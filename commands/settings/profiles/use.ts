import { BaseCommand } from '../../../src/cli/kit/command/base-command.ts';
import { toProfileDocument, useProfile } from '../../../src/use-cases/settings/manage-profiles.ts';
import { PROFILE_ARG } from '../../../src/cli/kit/define/flags.ts';

export default class ProfilesUse extends BaseCommand {
  static override summary = 'Use a profile where nothing else names one.';
  static override examples = ['wf profiles use staging', 'wf profiles use default'];
  static override args = PROFILE_ARG;

  async run(): Promise<void> {
    const { args } = await this.parse(ProfilesUse);
    const { profile, isChanged } = await useProfile(this.ports.io.env, args.name);
    const { name } = profile;
    const line = isChanged
      ? `Commands now use profile ${name}.`
      : `Nothing changed: commands already use profile ${name}.`;
    await this.show({ json: toProfileDocument(profile), line, next: 'wf config list' });
  }
}
