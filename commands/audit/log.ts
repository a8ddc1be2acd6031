import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { auditLogPage } from '../../src/ui/audit/audit-log-page.ts';
import { showPage } from '../../src/ui/layout/show-page.ts';
import { parseTimestamp } from '../../src/use-cases/arguments/parse-timestamp.ts';
import { readAuditLog } from '../../src/use-cases/audit/read-audit-log.ts';

export default class Log extends BaseCommand {
  static override summary = 'Show who changed what.';
  static override description =
    'Every change is logged in its own transaction, and the database refuses to alter or delete the log. Requires the role author.';
  static override examples = ['wf log', 'wf log --app support --since 12h', 'wf log --since 2026-11-01 --json'];
  static override flags = {
    app: Flags.string({ names: 'app', summary: 'Changes of this app only. Default: all changes.' }),
    since: Flags.string({
      summary: 'Changes since then: a duration such as 12h, or a date.',
      helpValue: 'WHEN',
    }),
    lines: Flags.integer({
      summary: 'Number of latest changes to show, without --since.',
      default: 50,
      min: 1,
      max: 1000,
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Log);
    const moment = { flag: '--since', direction: 'ago', now: new Date() } as const;
    const since = flags.since === undefined ? null : parseTimestamp(flags.since, moment);
    const { client } = await this.session();
    const entries = await readAuditLog({ client, app: flags.app ?? null, since, lines: flags.lines });
    await this.show({ json: entries, view: (display) => showPage(auditLogPage(entries), display) });
  }
}
