import { BaseCommand } from '../../../src/cli/kit/command/base-command.ts';
import { profilesView } from '../../../src/ui/settings/identity-views.ts';
import { listProfiles, toProfileDocument } from '../../../src/use-cases/settings/manage-profiles.ts';

export default class ProfilesList extends BaseCommand {
  static override summary = 'List your profiles: named sets of settings.';
  static override examples = ['wf profiles list', 'wf profiles list --json'];

  async run(): Promise<void> {
    await this.parse(ProfilesList);
    const profiles = await listProfiles(this.ports.io.env);
    const json = profiles.map(toProfileDocument);
    await this.show({ json, view: () => profilesView(profiles) });
  }
}
