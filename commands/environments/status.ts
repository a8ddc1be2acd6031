import { ListCommand } from '../../src/cli/kit/command/list-command.ts';
import * as Flags from '../../src/cli/kit/define/flags.ts';
import { limitFlags } from '../../src/cli/kit/define/list-flags.ts';
import { statusView, toStatusRows } from '../../src/ui/environments/status-view.ts';
import { parseTimestamp } from '../../src/use-cases/arguments/parse-timestamp.ts';
import { readTimeFor } from '../../src/use-cases/session/service-time.ts';
import { listStatus } from '../../src/use-cases/environments/list-status.ts';

export default class Status extends ListCommand {
  static override summary = 'Show what the apps run, since when and why, what failed last, and what changed.';
  static override description =
    'Lists the environments that run something. The last failure is the newest of a hosted call, from the logs, and of an evaluation that failed or has failed rows. Changes, and failures of calls, need the role auditor.';
  static override examples = ['wf status', 'wf status --since 7d', 'wf status --app support --json'];
  static override flags = {
    app: Flags.string({ names: 'app', summary: 'This app only. Default: everything that the key reaches.' }),
    since: Flags.string({
      summary: 'Changes since then: a duration such as 12h, or a date in UTC.',
      helpValue: 'WHEN',
      default: '1d',
    }),
    ...limitFlags('Show at most this many apps.'),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Status);
    const now = await readTimeFor([flags.since], () => this.session());
    const since = parseTimestamp(flags.since, { flag: '--since', direction: 'ago', now });
    const limit = this.limitOf(flags) ?? null;
    const { client } = await this.session();
    const { records, outcome } = await listStatus({ client, app: flags.app ?? null, since, limit });
    if (this.wantsDocument) await this.showRecords(records, () => []);
    else await this.showRecords(flatten(records, toStatusRows), (rows) => statusView(rows, flags.since));
    const { shown, hasMore, isComposed } = outcome();
    if (hasMore) await this.reportOutcome({ shown, total: null, readHere: null });
    if (isComposed) await this.note('This service does not tell changes and failures.');
  }
}

/** @yields the parts of each record */
async function* flatten<Row, Part>(rows: AsyncIterable<Row>, partsOf: (row: Row) => readonly Part[]) {
  for await (const row of rows) yield* partsOf(row);
}
