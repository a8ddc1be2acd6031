import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { testsetView } from '../../src/ui/testsets/testset-views.ts';
import { showTestset, toTestset } from '../../src/use-cases/testsets/resolve-testset.ts';

export default class TestsetsShow extends BaseCommand {
  static override summary = 'Show a test set and its rows.';
  static override examples = [
    'wf testsets show cases',
    'wf testsets show cases@2 --rows 5',
    'wf testsets show cases --json',
  ];
  static override args = Flags.TESTSET_REVISION_ARG;
  static override flags = {
    rows: Flags.integer({
      summary: 'First rows to show. Default: 50; under --json all.',
      helpValue: 'N',
      min: 0,
    }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(TestsetsShow);
    const { client } = await this.session();
    const testset = await showTestset(client, args.testset, flags.rows ?? (this.wantsDocument ? null : 50));
    await this.show({ json: toTestset(testset), view: () => testsetView(testset) });
  }
}
