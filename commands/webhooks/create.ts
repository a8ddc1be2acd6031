import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { splitNames } from '../../src/use-cases/records/look-up-record.ts';
import { createWebhook } from '../../src/use-cases/webhooks/manage-webhooks.ts';

export default class WebhooksCreate extends BaseCommand {
  static override summary = 'Have the service report events to an address; its secret is shown only once.';
  static override description =
    'Each event is sent as a signed POST, until the address answers with 2xx, for three days: deployment.created, environment.deployed, environment.rolled_back, environment.overridden, evaluation.finished, evaluation.failed, key.expiring (seven days before). The answer 410, or five days of failures, disables the webhook. In a pipe, prints only the secret. Requires the role operator.';
  static override examples = [
    'wf webhooks create https://hooks.example.com/wf',
    'wf webhooks create https://hooks.example.com/wf --app support --on environment.deployed,evaluation.failed',
    'wf webhooks create https://hooks.example.com/wf --json',
  ];
  static override args = {
    url: Flags.argument({ required: true, description: 'Address that receives the events.' }),
  };
  static override flags = {
    app: Flags.string({ names: 'app', summary: 'Events of this app only. Default: of all apps, also future ones.' }),
    on: Flags.string({ summary: 'Events to report, separated by commas. Default: all.', helpValue: 'EVENT,EVENT' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(WebhooksCreate);
    const { client } = await this.session();
    const events = flags.on === undefined ? null : splitNames(flags.on);
    const created = await createWebhook({ client, url: args.url, app: flags.app ?? null, events });
    const remark = `This is the secret of webhook ${created.id}. It will not be shown again. Next: wf webhooks test ${created.id}`;
    await this.show({ json: created, view: async () => ({ text: created.secret, remark }) });
  }
}
