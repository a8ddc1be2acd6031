import { BaseCommand } from '../../../src/cli/kit/command/base-command.ts';
import { ASKS_FIRST, PROFILE_ARG, YES_FLAG } from '../../../src/cli/kit/define/flags.ts';
import { removeProfile } from '../../../src/use-cases/settings/manage-profiles.ts';

export default class ProfilesRemove extends BaseCommand {
  static override summary = 'Remove a profile.';
  static override description = `Its keys stay stored: remove them first, with wf logout --profile NAME. ${ASKS_FIRST}`;
  static override examples = ['wf profiles remove staging', 'wf profiles remove staging --yes'];
  static override args = PROFILE_ARG;
  static override flags = YES_FLAG;

  async run(): Promise<void> {
    const { args } = await this.parse(ProfilesRemove);
    await this.confirm(`Remove profile ${args.name}?`);
    await removeProfile(this.ports.io.env, args.name);
    const line = `Removed profile ${args.name}.`;
    await this.show({ json: { name: args.name }, line, next: 'wf profiles list' });
  }
}
