import * as Flags from '../../src/cli/kit/define/flags.ts';
import { ListCommand } from '../../src/cli/kit/command/list-command.ts';
import { shellWord } from '../../src/foundation/shell-word.ts';
import { createLogFormatter } from '../../src/ui/layout/text/format-value.ts';
import { followLogs, MAX_LOG_LINES, readLogs } from '../../src/use-cases/deployments/read-logs.ts';

export default class Logs extends ListCommand {
  static override summary = "Show what an app's deployed workflow wrote to its output.";
  static override description =
    'The service keeps the last 10,000 lines of each app. --follow prints new lines as they are written, until Ctrl-C; with --json, each as one line of JSON.';
  static override examples = [
    'wf logs support',
    'wf logs support --follow',
    'wf logs --lines 1000 --json',
    'wf logs --request REQUEST_ID',
  ];
  static override args = {
    app: Flags.argument({ names: 'app', description: 'Name, id or id prefix. Default: as for --app.' }),
  };
  static override flags = {
    ...Flags.APP_FLAG,
    follow: Flags.boolean({ summary: 'Keep printing new lines as they are written.', char: 'f' }),
    request: Flags.string({ summary: 'Show only lines of the request with this X-Request-Id.', helpValue: 'ID' }),
    lines: Flags.integer({
      summary: 'Number of latest lines to show. Default: 100 at a terminal and with --follow, otherwise all.',
      aliases: ['limit'],
      ...Flags.CUT,
      max: MAX_LOG_LINES,
    }),
    all: Flags.boolean({ summary: 'Show all, also at a terminal.', exclusive: ['lines'] }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Logs);
    const { client, app } = await this.appSession();
    const { all, follow, request } = flags;
    const isWhole = all || (this.drawnRows === null && !follow);
    const lines = flags.lines ?? (isWhole ? null : 100);
    const options = { client, app: args.app ?? app, lines, request };
    const format = createLogFormatter();
    if (follow) {
      for await (const line of followLogs({ ...options, signal: this.signal })) await this.showPart(line, format(line));
      return;
    }
    const { lines: read, hasMore } = await readLogs(options);
    const text = read.map(format).join('\n');
    const remark = read.length > 0 ? null : nothingWritten(args.app);
    await this.show({ json: read, view: async () => ({ text, remark }) });
    if (hasMore) await this.reportOutcome({ shown: read.length, total: null, readHere: null });
  }
}

function nothingWritten(app: string | undefined): string {
  const named = app === undefined ? '' : ` ${shellWord(app)}`;
  return `The deployed workflow has not written anything yet. Next: wf logs${named} --follow`;
}
