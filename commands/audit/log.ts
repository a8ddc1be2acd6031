import { ListCommand } from '../../src/cli/kit/command/list-command.ts';
import * as Flags from '../../src/cli/kit/define/flags.ts';
import { RECORD_KINDS } from '../../src/contract/audit/audit-entry.ts';
import { auditLogView } from '../../src/ui/audit/audit-log-view.ts';
import { exportAuditLog, listChanges } from '../../src/use-cases/audit/audit-log.ts';
import { parseSpan } from '../../src/use-cases/records/parse-filter.ts';
import { readTimeFor } from '../../src/use-cases/session/service-time.ts';

/** A kind as one word: `human-evaluation`. */
const toWord = (kind: string): string => kind.replaceAll(' ', '-');

const KINDS = RECORD_KINDS.map(toWord);
const SELECTING = ['app', 'since', 'until', 'kind', 'by', 'env', 'limit', 'all'];

export default class Log extends ListCommand {
  static override summary = 'Show who changed what.';
  static override description =
    'The database refuses to alter the log, or to delete what was not exported. --export writes the entries that no earlier export contains, as lines of JSON, and logs their hash; it requires the role operator. Otherwise the role auditor suffices.';
  static override examples = [
    'wf log',
    'wf log --app support --since 12h',
    'wf log --env production --since 2026-11-24 --until 2026-11-25',
    'wf log --kind key --by ana --json',
    'wf log --export log.jsonl',
  ];
  static override flags = {
    app: Flags.string({ names: 'app', summary: 'Changes of this app only. Default: what the key may read.' }),
    since: Flags.string({
      summary: 'Changes since then: a duration such as 12h, or a date in UTC.',
      helpValue: 'WHEN',
    }),
    until: Flags.string({
      summary: 'Changes before then: a duration such as 12h, or a date in UTC.',
      helpValue: 'WHEN',
    }),
    kind: Flags.string({ summary: 'Changes of this kind of record only.', options: KINDS, helpValue: 'KIND' }),
    by: Flags.string({ summary: 'Changes by the key of this name only.', helpValue: 'KEY' }),
    env: Flags.string({
      names: 'environment',
      summary: 'Changes of this environment only: what it runs, its protection, its variables.',
    }),
    limit: Flags.integer({
      aliases: ['lines'],
      summary: 'Show only the newest N. Default: slightly more than a screenful at a terminal, otherwise all.',
      ...Flags.CUT,
    }),
    all: Flags.boolean({ summary: 'Show all, also at a terminal.', exclusive: ['limit'] }),
    export: Flags.string({
      summary: 'Write the entries that no earlier export contains to this new file.',
      allowsPath: true,
      exclusive: SELECTING,
    }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Log);
    const now = await readTimeFor([flags.since, flags.until], () => this.session());
    const { since, until } = parseSpan(flags, now);
    const filter = {
      since: since ?? undefined,
      until: until ?? undefined,
      kind: RECORD_KINDS.find((kind) => toWord(kind) === flags.kind),
      key_name: flags.by,
      environment: flags.env,
    };
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
    const limit = this.limitOf(flags) ?? null;
    const { records, hasMore } = await listChanges({ client, app: flags.app ?? null, filter, limit });
    const isFiltered = Object.values(filter).some((value) => value !== undefined);
    await this.showRecords(records, (entries) => auditLogView(entries, isFiltered));
    if (hasMore) await this.reportOutcome({ shown: limit ?? 0, total: null, readHere: null });
  }
}
