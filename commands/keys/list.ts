import { ListCommand } from '../../src/cli/kit/command/list-command.ts';
import { listFlags } from '../../src/cli/kit/define/list-flags.ts';
import { keysView } from '../../src/ui/keys/key-views.ts';
import { filterKeys, KEY_FIELDS } from '../../src/use-cases/keys/manage-keys.ts';

export default class KeysList extends ListCommand {
  static override summary = "List the service's keys: owner, role, apps and expiry.";
  static override description = 'Requires the role auditor. The keys themselves are stored as hashes and never shown.';
  static override examples = [
    'wf keys list',
    'wf keys list --sort expires --limit 5',
    'wf keys list --base-url https://wf.example.com --json',
  ];
  static override flags = listFlags(KEY_FIELDS, 'the name or prefix');

  async run(): Promise<void> {
    const { flags } = await this.parse(KeysList);
    const filter = await this.filterOf(flags);
    const { client } = await this.session();
    const { keys: list, apps } = await filterKeys(client, filter);
    await this.showList(list, (shown) => keysView(shown, apps, list));
  }
}
