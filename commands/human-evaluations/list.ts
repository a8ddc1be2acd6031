import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { APP_FLAG } from '../../src/cli/kit/define/base-flags.ts';
import { humanEvaluationsPage } from '../../src/ui/evaluations/evaluation-pages.ts';
import { showPage } from '../../src/ui/layout/show-page.ts';
import { listHumanEvaluations } from '../../src/use-cases/human-evaluations/list-human-evaluations.ts';

export default class HumanEvalList extends BaseCommand {
  static override summary = 'List the human evaluations of an app.';
  static override examples = ['wf human-eval list', 'wf human-eval list --app support --json'];
  static override flags = APP_FLAG;

  async run(): Promise<void> {
    await this.parse(HumanEvalList);
    const { client, app } = await this.appSession();
    const evaluations = await listHumanEvaluations({ client, app });
    await this.show({ json: evaluations, view: (display) => showPage(humanEvaluationsPage(evaluations), display) });
  }
}
