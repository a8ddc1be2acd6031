import * as Flags from '../../src/cli/kit/define/flags.ts';
import { ListCommand } from '../../src/cli/kit/command/list-command.ts';
import { limitFlags } from '../../src/cli/kit/define/list-flags.ts';
import { deliveriesView, describeState } from '../../src/ui/webhooks/webhook-views.ts';
import { toText } from '../../src/ui/layout/view.ts';
import { showWebhook } from '../../src/use-cases/webhooks/manage-webhooks.ts';

export default class WebhooksShow extends ListCommand {
  static override summary = 'Show what a webhook was told in the last 30 days, newest first, and how it answered.';
  static override description = 'Requires the role auditor.';
  static override examples = ['wf webhooks show 01932c5e-1111', 'wf webhooks show 01932c5e-1111 --limit 10 --json'];
  static override args = {
    webhook: Flags.argument({ names: 'webhook', required: true, description: 'Address, id or id prefix.' }),
  };
  static override flags = limitFlags('Show only the newest N.');

  async run(): Promise<void> {
    const { args, flags } = await this.parse(WebhooksShow);
    const limit = this.limitOf(flags) ?? null;
    const { client } = await this.session();
    const { webhook, hasMore } = await showWebhook(client, args.webhook, limit);
    const { url, events, deliveries } = webhook;
    const head = `${url} (${events?.join(', ') ?? 'all events'}): ${describeState(webhook)}`;
    await this.show({ json: webhook, view: () => [toText(head), ...deliveriesView(deliveries)] });
    if (hasMore) await this.reportOutcome({ shown: deliveries.length, total: null, readHere: null });
  }
}
