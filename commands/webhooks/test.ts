import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { UserError } from '../../src/foundation/errors/wf-error.ts';
import { resolveWebhook, testWebhook } from '../../src/use-cases/webhooks/manage-webhooks.ts';

export default class WebhooksTest extends BaseCommand {
  static override summary = 'Send a test event to a webhook, and show how it was answered.';
  static override description =
    'One that arrives enables a disabled webhook. wf serve delivers: the service must run. Requires the role operator.';
  static override examples = ['wf webhooks test 01932c5e-1111', 'wf webhooks test https://hooks.example.com/wf --json'];
  static override args = {
    webhook: Flags.argument({ names: 'webhook', required: true, description: 'Address, id or id prefix.' }),
  };

  async run(): Promise<void> {
    const { args } = await this.parse(WebhooksTest);
    const { client } = await this.session();
    const webhook = await resolveWebhook(client, args.webhook);
    const delivery = await testWebhook(client, webhook, this.signal);
    if (delivery.status === 'failed') {
      const message = `The test event did not arrive at ${webhook.url}: ${delivery.error ?? 'unknown'}`;
      throw new UserError({ code: 'WF_FAILED', message, nextSteps: [`wf webhooks show ${webhook.id}`] });
    }
    const line =
      delivery.status === 'delivered'
        ? `Delivered to ${webhook.url}, which answered ${delivery.response_status}.`
        : `Queued for ${webhook.url}. It waits until wf serve delivers it.`;
    await this.show({ json: delivery, line, next: `wf webhooks show ${webhook.id}` });
  }
}
