import { ListCommand } from '../../src/cli/kit/command/list-command.ts';
import { listFlags } from '../../src/cli/kit/define/list-flags.ts';
import { webhooksView } from '../../src/ui/webhooks/webhook-views.ts';
import { filterWebhooks, WEBHOOK_FIELDS } from '../../src/use-cases/webhooks/manage-webhooks.ts';

export default class WebhooksList extends ListCommand {
  static override summary = "List the service's webhooks, and whether their deliveries arrive.";
  static override description =
    'Requires the role auditor. Only operators see whole addresses, and nobody the secrets again.';
  static override examples = ['wf webhooks list', 'wf webhooks list --json'];
  static override flags = listFlags(WEBHOOK_FIELDS, 'the address or id');

  async run(): Promise<void> {
    const { flags } = await this.parse(WebhooksList);
    const filter = await this.filterOf(flags);
    const { client } = await this.session();
    const { webhooks: list, apps } = await filterWebhooks(client, filter);
    await this.showList(list, (shown) => webhooksView(shown, apps, list));
  }
}
