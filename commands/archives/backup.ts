import { resolve } from 'node:path';
import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';

export default class Backup extends BaseCommand {
  static override summary = "Back up a service's whole database into one file, while it runs.";
  static override description =
    'The file is readable by its owner only (mode 0600). It contains the bundles, except those in a bucket, and the sealed secrets, but not the key that opens them: keep secret.key or WF_SECRET_KEY elsewhere. Restore it with wf restore, on SQLite or PostgreSQL. It ends with a checksum, which wf restore and --check verify.';
  static override examples = [
    'wf backup wf-monday.db',
    'wf backup /backups/wf.db --data-dir /var/lib/wf',
    'wf backup wf.db --database-url postgres://wf@db/wf --json',
    'wf backup --check wf-monday.db',
  ];
  static override args = {
    file: Flags.argument({
      allowsPath: true,
      required: true,
      description: 'File to write, which must not exist; or to check.',
    }),
  };
  static override flags = {
    'data-dir': Flags.string({
      summary: 'Folder of the SQLite database to back up.',
      helpValue: 'D',
      allowsPath: true,
      exclusive: ['database-url'],
    }),
    'database-url': Flags.string({ summary: 'PostgreSQL database to back up.', helpValue: 'URL' }),
    check: Flags.boolean({
      summary: 'Check that a backup is whole, byte by byte, and write nothing.',
      exclusive: ['data-dir', 'database-url'],
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Backup);
    const file = resolve(this.folder, args.file);
    if (flags.check) return await this.check(file);
    const { dataDir } = await this.settings();
    const { backUp } = await import('../../src/use-cases/archives/back-up.ts');
    const backup = await backUp({
      dataDir: flags['data-dir'] === undefined ? dataDir : resolve(this.folder, flags['data-dir']),
      databaseUrl: flags['database-url'] ?? null,
      file,
      signal: this.signal,
    });
    const key = backup.key === null ? '' : ` A restore needs the key ${backup.key}, which is not in it.`;
    await this.show({ json: backup, line: `Wrote ${backup.file} (${backup.bytes} bytes).${key}` });
  }

  private async check(file: string): Promise<void> {
    const { checkBackup } = await import('../../src/use-cases/archives/back-up.ts');
    const checked = await checkBackup(file);
    const how = checked.has_checksum
      ? 'it is what wf backup wrote'
      : 'its structure is in order. It is of an older wf and has no checksum, so a changed value would not show';
    await this.show({ json: checked, line: `${file} is whole: ${how}.` });
  }
}
