import { resolve } from 'node:path';
import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';

export default class Backup extends BaseCommand {
  static override summary = "Back up a service's whole database into one file, while it runs.";
  static override description =
    'The file is readable by its owner only (mode 0600). It contains the bundles, except those in a bucket, and the sealed secrets, but not the key that opens them: keep secret.key or WF_SECRET_KEY elsewhere. Restore it with wf restore, on SQLite or PostgreSQL.';
  static override examples = [
    'wf backup wf-monday.db',
    'wf backup /backups/wf.db --data-dir /var/lib/wf',
    'wf backup wf.db --database-url postgres://wf@db/wf --json',
  ];
  static override args = { file: Flags.argument({ required: true, description: 'File to write; it must not exist.' }) };
  static override flags = {
    'data-dir': Flags.string({
      summary: 'Folder of the SQLite database to back up.',
      helpValue: 'D',
      exclusive: ['database-url'],
    }),
    'database-url': Flags.string({ summary: 'PostgreSQL database to back up.', helpValue: 'URL' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Backup);
    const { dataDir } = await this.settings();
    const { backUp } = await import('../../src/use-cases/archives/back-up.ts');
    const backup = await backUp({
      dataDir: flags['data-dir'] === undefined ? dataDir : resolve(this.folder, flags['data-dir']),
      databaseUrl: flags['database-url'] ?? null,
      file: resolve(this.folder, args.file),
      signal: this.signal,
    });
    const key = backup.key === null ? '' : ` A restore needs the key ${backup.key}, which is not in it.`;
    await this.show({ json: backup, line: `Wrote ${backup.file} (${backup.bytes} bytes).${key}` });
  }
}
