import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { resolveTestset } from '../../src/use-cases/testsets/resolve-testset.ts';
import { deleteRecord } from '../../src/use-cases/records/delete-record.ts';

export default class TestsetsDelete extends BaseCommand {
  static override summary = 'Delete a test set.';
  static override description = Flags.ASKS_FIRST;
  static override examples = ['wf testsets delete cases', 'wf testsets delete cases --yes'];
  static override args = {
    testset: Flags.argument({ names: 'testset', required: true, description: 'Name, id or id prefix.' }),
  };
  static override flags = Flags.YES_FLAG;

  async run(): Promise<void> {
    const { args } = await this.parse(TestsetsDelete);
    const { client } = await this.session();
    const testset = await resolveTestset(client, args.testset);
    await this.confirm(`Delete test set ${testset.name} with its rows?`);
    const warning = await deleteRecord(client, 'testset', testset);
    const line = `Deleted test set ${testset.name} (${testset.id}).`;
    await this.show({ json: testset, warning, line, next: 'wf testsets list' });
  }
}
