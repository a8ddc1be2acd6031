import { ListCommand } from '../../src/cli/kit/command/list-command.ts';
import { APP_FLAG } from '../../src/cli/kit/define/flags.ts';
import { listFlags } from '../../src/cli/kit/define/list-flags.ts';
import { humanEvaluationsView } from '../../src/ui/evaluations/evaluation-views.ts';
import {
  filterHumanEvaluations,
  HUMAN_EVALUATION_FIELDS,
} from '../../src/use-cases/human-evaluations/find-human-evaluations.ts';

export default class HumanEvalList extends ListCommand {
  static override summary = 'List the human evaluations of an app.';
  static override examples = [
    'wf human-eval list',
    'wf human-eval list --search formal --sort created --desc --limit 5',
    'wf human-eval list --app support --json',
  ];
  static override flags = {
    ...APP_FLAG,
    ...listFlags(HUMAN_EVALUATION_FIELDS, 'the name of a variant or the test set'),
  };

  async run(): Promise<void> {
    const { flags } = await this.parse(HumanEvalList);
    const filter = await this.filterOf(flags);
    const { client, app } = await this.appSession();
    const list = await filterHumanEvaluations({ client, app, filter });
    await this.showList(list, (evaluations) => humanEvaluationsView(evaluations, list));
  }
}
