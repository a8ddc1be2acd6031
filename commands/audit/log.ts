import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { auditLogView } from '../../src/ui/audit/audit-log-view.ts';
import { parseTimestamp } from '../../src/use-cases/arguments/parse-timestamp.ts';
import { exportAuditLog, readAuditLog } from '../../src/use-cases/audit/audit-log.ts';

export default class Log extends BaseCommand {
  static override summary = 'Show who changed what.';
  static override description =
    'Every change is logged in its own transaction, and the database refuses to alter the log, or to delete what was not exported. --export writes the entries that no earlier export contains, as lines of JSON, and logs their hash; it requires the role operator. Otherwise the role author suffices.';
  static override examples = [
    'wf log',
    'wf log --app support --since 12h',
    'wf log --since 2026-11-01 --json',
    'wf log --export log.jsonl',
  ];
  static override flags = {
    app: Flags.string({ names: 'app', summary: 'Changes of this app only. Default: all changes.' }),
    since: Flags.string({
      summary: 'Changes since then: a duration such as 12h, or a date.',
      helpValue: 'WHEN',
    }),
    lines: Flags.integer({
      aliases: ['limit'],
      summary: 'Number of latest changes to show, without --since.',
      default: 50,
      min: 1,
      max: 1000,
    }),
    export: Flags.string({
      summary: 'Write the entries that no earlier export contains to this new file.',
      allowsPath: true,
      exclusive: ['app', 'since'],
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Log);
    const moment = { flag: '--since', direction: 'ago', now: new Date() } as const;
    const since = flags.since === undefined ? null : parseTimestamp(flags.since, moment);
    const { client } = await this.session();
    if (flags.export !== undefined) {
      const { folder, signal } = this;
      const exported = await exportAuditLog({ client, file: flags.export, folder, signal });
      const { entries, parts } = exported;
      const line =
        parts.length === 0
          ? 'Every entry was exported before. No file was written.'
          : `Exported ${entries} ${entries === 1 ? 'entry' : 'entries'} to ${flags.export}. The log has the hash.`;
      await this.show({ json: exported, line });
      return;
    }
    const entries = await readAuditLog({ client, app: flags.app ?? null, since, lines: flags.lines });
    await this.show({ json: entries, view: () => auditLogView(entries) });
  }
}
