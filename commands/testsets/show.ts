import * as Flags from '../../src/cli/kit/define/flags.ts';
import { ListCommand } from '../../src/cli/kit/command/list-command.ts';
import { testsetView } from '../../src/ui/testsets/testset-views.ts';
import { showTestset, toTestset } from '../../src/use-cases/testsets/resolve-testset.ts';

export default class TestsetsShow extends ListCommand {
  static override summary = 'Show a test set and its rows.';
  static override examples = [
    'wf testsets show cases',
    'wf testsets show cases@2 --rows 5',
    'wf testsets show cases --json',
  ];
  static override args = Flags.TESTSET_REVISION_ARG;
  static override flags = {
    rows: Flags.integer({
      summary: 'First rows to show. Default: 50 at a terminal, otherwise all.',
      helpValue: 'N',
      min: 0,
      aliases: ['limit'],
    }),
    all: Flags.boolean({ summary: 'Show all rows, also at a terminal.', exclusive: ['rows'] }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(TestsetsShow);
    const { client } = await this.session();
    const limit = flags.rows ?? (flags.all || this.drawnRows === null ? null : 50);
    const testset = await showTestset(client, args.testset, limit);
    await this.show({ json: toTestset(testset), view: () => testsetView(testset) });
    await this.reportOutcome({ shown: testset.rows.length, total: testset.revision.rows, readHere: null });
  }
}
