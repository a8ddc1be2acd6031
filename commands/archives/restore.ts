import { resolve } from 'node:path';
import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { countOf } from '../../src/foundation/numbers.ts';
import { shellWord } from '../../src/foundation/shell-word.ts';

export default class Restore extends BaseCommand {
  static override summary = 'Restore a backup of wf backup into an empty folder or database.';
  static override description =
    "Writes nothing unless the key of the backup's secrets is there, as secret.key in the folder or as WF_SECRET_KEY. Revokes sessions of the page and the keys that machines made for themselves; people's keys stay valid. Stop the service first.";
  static override examples = [
    'wf restore wf-monday.db',
    'wf restore /backups/wf.db --data-dir /var/lib/wf',
    'wf restore wf.db --database-url postgres://wf@db/wf --json',
  ];
  static override args = { file: Flags.argument({ allowsPath: true, required: true, description: 'The backup.' }) };
  static override flags = {
    'data-dir': Flags.string({
      summary: 'Folder for the SQLite database, with the key.',
      helpValue: 'D',
      allowsPath: true,
    }),
    'database-url': Flags.string({ summary: 'Empty PostgreSQL database.', helpValue: 'URL' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Restore);
    const { dataDir } = await this.settings();
    const { restoreBackup } = await import('../../src/use-cases/archives/restore-backup.ts');
    const restored = await restoreBackup({
      file: resolve(this.folder, args.file),
      dataDir: flags['data-dir'] === undefined ? dataDir : resolve(this.folder, flags['data-dir']),
      databaseUrl: flags['database-url'] ?? null,
      given: process.env['WF_SECRET_KEY'],
      now: () => new Date(),
      signal: this.signal,
    });
    const { sessions, local_keys } = restored.revoked;
    const word = restored.has_checksum ? '' : ' It has no checksum: only its structure was checked.';
    const revoked = `Revoked ${countOf(sessions, 'session')} of the page and ${countOf(local_keys, 'local key')}.`;
    await this.show({
      json: restored,
      line: `Restored ${restored.file}.${word} ${revoked}`,
      next: `wf serve${placeOf(flags)}`,
    });
  }
}

/** The flags that name the restored database. An address is not repeated: it may have a password. */
function placeOf(flags: {
  readonly 'data-dir': string | undefined;
  readonly 'database-url': string | undefined;
}): string {
  if (flags['database-url'] !== undefined) return ' --database-url URL';
  return flags['data-dir'] === undefined ? '' : ` --data-dir ${shellWord(flags['data-dir'])}`;
}
