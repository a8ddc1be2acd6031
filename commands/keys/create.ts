import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { createdKeyRemark } from '../../src/ui/keys/key-views.ts';
import { createKey, ROLES } from '../../src/use-cases/keys/create-key.ts';
import { splitNames } from '../../src/use-cases/records/look-up-record.ts';
import { parseTimestamp } from '../../src/use-cases/arguments/parse-timestamp.ts';
import { readTimeFor } from '../../src/use-cases/session/service-time.ts';

export default class KeysCreate extends BaseCommand {
  static override summary = 'Create a key for a person or a machine; it is shown only once.';
  static override description =
    'A viewer reads and calls routes; an auditor also reads logs and the audit log, but calls no routes; an author writes code, variants, test sets and evaluations as well; an operator also changes environments and keys. A key with --apps cannot see other apps. In a pipe, prints only the key. Requires the role operator.';
  static override examples = [
    'wf keys create ci --role author --expires 90d',
    'wf keys create website --role viewer --rate-limit 600',
    'wf keys create team --model-calls 5000',
    'wf keys create ann --role operator --json',
    'wf keys create support-team --apps support,search',
  ];
  static override args = {
    name: Flags.argument({ required: true, description: 'Owner of the key, as the log names it.' }),
  };
  static override flags = {
    apps: Flags.string({
      names: 'app',
      isList: true,
      summary: 'Apps that the key reaches, separated by commas. Default: all, also future ones.',
      helpValue: 'A,B',
    }),
    role: Flags.string({ options: [...ROLES], summary: 'Role of the key.', default: 'author' }),
    expires: Flags.string({
      summary: 'Expiry: a duration such as 90d, or a date in UTC. Default: never.',
      helpValue: 'WHEN',
    }),
    'rate-limit': Flags.integer({
      summary: 'Requests per minute over all replicas; more get 429. Default: no limit.',
      helpValue: 'N',
      min: 1,
      max: 1_000_000,
    }),
    'model-calls': Flags.integer({
      summary: "Model calls a day that evaluators may make with the service's own provider keys. Default: no limit.",
      helpValue: 'N',
      min: 1,
      max: 1_000_000_000,
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(KeysCreate);
    const now = await readTimeFor([flags.expires], () => this.session());
    const moment = { flag: '--expires', direction: 'ahead', now } as const;
    const expires_at = flags.expires === undefined ? null : parseTimestamp(flags.expires, moment);
    const { client, url } = await this.session();
    const created = await createKey(client, {
      name: args.name,
      role: flags.role,
      apps: flags.apps === undefined ? null : splitNames(flags.apps),
      expires_at,
      rate_limit: flags['rate-limit'] ?? null,
      model_call_limit: flags['model-calls'] ?? null,
    });
    await this.show({
      json: created,
      view: async () => ({ text: created.key, remark: createdKeyRemark(created, url) }),
    });
  }
}
