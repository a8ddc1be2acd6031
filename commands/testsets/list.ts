import { ListCommand } from '../../src/cli/kit/command/list-command.ts';
import { listFlags } from '../../src/cli/kit/define/list-flags.ts';
import { LABEL_FILTER } from '../../src/cli/kit/define/record-flags.ts';
import { testsetsView } from '../../src/ui/testsets/testset-views.ts';
import { parseSelectors } from '../../src/use-cases/labels/change-labels.ts';
import { filterTestsets, TESTSET_FIELDS } from '../../src/use-cases/testsets/resolve-testset.ts';

export default class TestsetsList extends ListCommand {
  static override summary = 'List the stored test sets.';
  static override examples = [
    'wf testsets list',
    'wf testsets list --json',
    'wf testsets list --label team=search',
    'wf testsets list --since 30d --sort rows --desc --limit 5',
  ];
  static override flags = { ...listFlags(TESTSET_FIELDS, 'the name'), ...LABEL_FILTER };

  async run(): Promise<void> {
    const { flags } = await this.parse(TestsetsList);
    const filter = await this.filterOf(flags);
    const { client } = await this.session();
    const list = await filterTestsets(client, {
      filter,
      labels: parseSelectors(flags.label),
      archived: flags.archived,
    });
    await this.showList(list, (testsets) =>
      testsetsView(testsets, { isFiltered: list.isFiltered, isArchived: flags.archived }),
    );
  }
}
