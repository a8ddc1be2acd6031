import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { APP_FLAG, INTERACTIVE_FLAG } from '../../src/cli/kit/define/base-flags.ts';
import { evaluationListPage } from '../../src/ui/evaluations/evaluation-pages.ts';
import { showPage } from '../../src/ui/layout/show-page.ts';
import { listEvaluations, pageEvaluations } from '../../src/use-cases/evaluations/list-evaluations.ts';

export default class EvalList extends BaseCommand {
  static override summary = 'List the evaluations of an app with their scores.';
  static override examples = ['wf eval list', 'wf eval list --interactive', 'wf eval list --app support --json'];
  static override flags = { ...APP_FLAG, ...INTERACTIVE_FLAG };

  async run(): Promise<void> {
    const { flags } = await this.parse(EvalList);
    const { client, app } = await this.appSession();
    if (flags.interactive) {
      const evaluations = await pageEvaluations({ client, app });
      const { evaluationListing } = await import('../../src/cli/kit/browse/list-evaluations.ts');
      return await this.browse(async (context) => evaluationListing(evaluations, context));
    }
    const evaluations = await listEvaluations({ client, app });
    await this.show({ json: evaluations, view: (display) => showPage(evaluationListPage(evaluations), display) });
  }
}
