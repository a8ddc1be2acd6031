import { BaseCommand } from '../../src/cli/base-command.ts';
import { evaluatorsPage } from '../../src/ui/pages/evaluator-pages.ts';
import { showPage } from '../../src/ui/show-page.ts';
import { listEvaluators } from '../../src/use-cases/list-evaluators.ts';

export default class EvaluatorsList extends BaseCommand {
  static override summary = 'List the evaluators.';
  static override examples = ['wf evaluators list', 'wf evaluators list --json'];

  async run(): Promise<void> {
    await this.parse(EvaluatorsList);
    const { client } = await this.session();
    const evaluators = await listEvaluators(client);
    await this.show({ json: evaluators, view: (display) => showPage(evaluatorsPage(evaluators), display) });
  }
}
