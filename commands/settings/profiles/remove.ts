import { BaseCommand } from '../../../src/cli/kit/command/base-command.ts';
import { ASKS_FIRST, PROFILE_ARG, YES_FLAG } from '../../../src/cli/kit/define/flags.ts';
import { removeProfile } from '../../../src/use-cases/settings/manage-profiles.ts';

export default class ProfilesRemove extends BaseCommand {
  static override summary = 'Remove a profile.';
  static override description = `Its stored keys are removed with it: no other profile uses them. ${ASKS_FIRST}`;
  static override examples = ['wf profiles remove staging', 'wf profiles remove staging --yes'];
  static override args = PROFILE_ARG;
  static override flags = YES_FLAG;

  async run(): Promise<void> {
    const { args } = await this.parse(ProfilesRemove);
    await this.confirm(`Remove profile ${args.name}?`);
    const { env } = this.ports.io;
    await removeProfile(env, args.name);
    const { signOutOfProfile } = await import('../../../src/use-cases/settings/sign-in.ts');
    const keys = await signOutOfProfile(env, args.name, () => this.ports.openKeychain());
    const removed = keys.map((key) => `The key for ${key.base_url} was removed from ${key.removed_from}.`);
    const line = [`Removed profile ${args.name}.`, ...removed].join(' ');
    await this.show({ json: { name: args.name, removed_keys: keys }, line, next: 'wf profiles list' });
  }
}
