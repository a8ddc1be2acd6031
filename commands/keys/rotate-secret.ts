import { resolve } from 'node:path';
import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { countOf } from '../../src/foundation/numbers.ts';

export default class KeysRotateSecret extends BaseCommand {
  static override summary = "Seal a service's stored secrets with a new key.";
  static override description = `Run it on the service's machine, as its user; the service may run. The new key becomes the first line of secret.key, and the old one stays there for backups. With WF_SECRET_KEY, start the replicas with NEW,OLD first. After an interruption, the same command continues. ${Flags.ASKS_FIRST}`;
  static override examples = [
    'wf keys rotate-secret --yes',
    'wf keys rotate-secret --data-dir /var/lib/wf --yes',
    'wf keys rotate-secret --database-url postgres://wf@db/wf --yes --json',
  ];
  static override flags = {
    'data-dir': Flags.string({
      summary: "Folder of the service's database and key.",
      helpValue: 'D',
      allowsPath: true,
    }),
    'database-url': Flags.string({ summary: 'PostgreSQL database of the service.', helpValue: 'URL' }),
    ...Flags.YES_FLAG,
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(KeysRotateSecret);
    const { dataDir } = await this.settings();
    await this.confirm('Seal all stored secrets with a new key?');
    const { rotateSecret } = await import('../../src/use-cases/keys/rotate-secret.ts');
    const rotated = await rotateSecret({
      dataDir: flags['data-dir'] === undefined ? dataDir : resolve(this.folder, flags['data-dir']),
      databaseUrl: flags['database-url'] ?? null,
      given: process.env['WF_SECRET_KEY'],
      now: () => new Date(),
      signal: this.signal,
    });
    const { key, resealed, unopened, file } = rotated;
    const rest = unopened === 0 ? '' : ` None of the keys opens ${countOf(unopened, 'other secret')}.`;
    const where = file === null ? '' : ` Back up ${file}.`;
    const line = `Sealed ${countOf(resealed, 'secret')} with the key ${key}.${where}${rest}`;
    await this.show({ json: rotated, line });
  }
}
