import { resolve } from 'node:path';
import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';

export default class Move extends BaseCommand {
  static override summary = 'Move the data of a service between SQLite and PostgreSQL.';
  static override description =
    'Only reads the source, to which no service may write meanwhile; the target must be empty. Compares counts and checksums of every table at the end. After an interruption, the same command continues. The key for secrets is not in the database but in secret.key or WF_SECRET_KEY.';
  static override examples = [
    'wf move --to postgres://wf@localhost/wf',
    'wf move --data-dir /var/lib/wf --to postgres://wf@db/wf --json',
    'wf move --database-url postgres://wf@db/wf --to sqlite:wf.db',
  ];
  static override flags = {
    to: Flags.string({
      summary: 'Empty database: postgres://… or sqlite:FILE.',
      helpValue: 'TARGET',
      allowsPath: true,
      required: true,
    }),
    'data-dir': Flags.string({
      summary: 'Folder of the SQLite database to move.',
      helpValue: 'D',
      allowsPath: true,
      exclusive: ['database-url'],
    }),
    'database-url': Flags.string({ summary: 'PostgreSQL database to move from.', helpValue: 'URL' }),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(Move);
    const { dataDir } = await this.settings();
    const { moveData } = await import('../../src/use-cases/archives/move-data.ts');
    const { describeMoveEvent } = await import('../../src/ui/archives/archive-view.ts');
    const { showSteps } = await import('../../src/ui/live/show-steps.ts');
    const follower = await this.follow({ line: describeMoveEvent(), live: showSteps(describeMoveEvent()) });
    const moved = await moveData({
      dataDir: flags['data-dir'] === undefined ? dataDir : resolve(this.folder, flags['data-dir']),
      databaseUrl: flags['database-url'] ?? null,
      to: flags.to,
      folder: this.folder,
      onEvent: follower.onEvent,
      signal: this.signal,
    });
    await follower.close('Moved');
    const line = `Moved ${moved.rows} rows of ${moved.tables.length} tables to ${moved.to} in ${moved.seconds} s; counts and checksums agree.`;
    await this.show({ json: moved, line });
  }
}
