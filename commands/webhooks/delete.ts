import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { resolveWebhook } from '../../src/use-cases/webhooks/manage-webhooks.ts';

export default class WebhooksDelete extends BaseCommand {
  static override summary = 'Delete a webhook, with what it has not been told yet.';
  static override description = `${Flags.ASKS_FIRST} Requires the role operator.`;
  static override examples = [
    'wf webhooks delete 01932c5e-1111',
    'wf webhooks delete https://hooks.example.com/wf --yes',
  ];
  static override args = {
    webhook: Flags.argument({ names: 'webhook', required: true, description: 'Address, id or id prefix.' }),
  };
  static override flags = Flags.YES_FLAG;

  async run(): Promise<void> {
    const { args } = await this.parse(WebhooksDelete);
    const { client } = await this.session();
    const { id, url } = await resolveWebhook(client, args.webhook);
    await this.confirm(`Delete the webhook ${url} (${id})?`);
    const json = await client.deleteWebhook({ webhook_id: id });
    await this.show({ json, line: `Deleted the webhook ${url} (${id}).`, next: 'wf webhooks list' });
  }
}
