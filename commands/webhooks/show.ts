import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { deliveriesView, describeState } from '../../src/ui/webhooks/webhook-views.ts';
import { toText } from '../../src/ui/layout/view.ts';
import { showWebhook } from '../../src/use-cases/webhooks/manage-webhooks.ts';

export default class WebhooksShow extends BaseCommand {
  static override summary = 'Show what a webhook was told in the last 30 days, newest first, and how it answered.';
  static override description = 'Requires the role auditor.';
  static override examples = ['wf webhooks show 01932c5e-1111', 'wf webhooks show 01932c5e-1111 --limit 10 --json'];
  static override args = {
    webhook: Flags.argument({ names: 'webhook', required: true, description: 'Address, id or id prefix.' }),
  };
  static override flags = {
    limit: Flags.integer({ summary: 'Most deliveries to show. Default: all.', helpValue: 'N', min: 1 }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(WebhooksShow);
    const { client } = await this.session();
    const shown = await showWebhook(client, args.webhook, flags.limit);
    const { url, events } = shown;
    const head = `${url} (${events?.join(', ') ?? 'all events'}): ${describeState(shown)}`;
    await this.show({ json: shown, view: () => [toText(head), ...deliveriesView(shown.deliveries)] });
  }
}
