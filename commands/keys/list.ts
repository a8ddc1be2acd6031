import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { keysPage } from '../../src/ui/keys/key-pages.ts';
import { showPage } from '../../src/ui/layout/show-page.ts';
import { listKeys } from '../../src/use-cases/keys/manage-keys.ts';

export default class KeysList extends BaseCommand {
  static override summary = "List the service's keys: owner, role, apps and expiry.";
  static override description = 'Requires the role operator. The keys themselves are stored as hashes and never shown.';
  static override examples = ['wf keys list', 'wf keys list --base-url https://wf.example.com --json'];

  async run(): Promise<void> {
    await this.parse(KeysList);
    const { client } = await this.session();
    const { keys, apps } = await listKeys(client);
    await this.show({ json: keys, view: (display) => showPage(keysPage(keys, apps), display) });
  }
}
