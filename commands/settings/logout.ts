import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { signOut } from '../../src/use-cases/settings/sign-in.ts';

export default class Logout extends BaseCommand {
  static override summary = 'Remove the stored key of a service.';
  static override examples = ['wf logout', 'wf logout --base-url https://wf.example.com/api'];

  async run(): Promise<void> {
    await this.parse(Logout);
    const { baseUrl, location } = await signOut(await this.settings(), await this.ports.openKeychain());
    const line = `Signed out of ${baseUrl}. The key was removed from ${location}.`;
    await this.show({ json: { base_url: baseUrl, removed_from: location }, line });
  }
}
