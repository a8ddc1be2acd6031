import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { resolveKey } from '../../src/use-cases/keys/manage-keys.ts';
import { deleteRecord } from '../../src/use-cases/records/delete-record.ts';

export default class KeysRevoke extends BaseCommand {
  static override summary = 'Revoke a key, and every page session that came from it.';
  static override description = `${Flags.ASKS_FIRST} The last operator's key of all apps cannot be revoked. Requires the role operator.`;
  static override examples = ['wf keys revoke ci', 'wf keys revoke kX81mPq2 --yes'];
  static override args = {
    key: Flags.argument({ names: 'key', required: true, description: 'Name, or the prefix before the dot.' }),
  };
  static override flags = Flags.YES_FLAG;

  async run(): Promise<void> {
    const { args } = await this.parse(KeysRevoke);
    const { client } = await this.session();
    const key = await resolveKey(client, args.key);
    await this.confirm(`Revoke the key ${key.name} (${key.prefix}, ${key.role})?`);
    const warning = await deleteRecord(client, 'key', key);
    const line = `Revoked the key ${key.name} (${key.prefix}).`;
    await this.show({ json: key, warning, line, next: 'wf keys list' });
  }
}
