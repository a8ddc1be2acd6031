import { Args } from '@oclif/core';
import { BaseCommand } from '../../src/cli/base-command.ts';
import { evaluatorPage } from '../../src/ui/pages/evaluator-pages.ts';
import { showPage } from '../../src/ui/show-page.ts';
import { resolveEvaluator } from '../../src/use-cases/resolve-evaluator.ts';

export default class EvaluatorsShow extends BaseCommand {
  static override summary = 'Show an evaluator and its settings.';
  static override examples = ['wf evaluators show regex_test', 'wf evaluators show auto_similarity_match --json'];
  static override args = {
    evaluator: Args.string({ required: true, description: 'Key, with or without its leading auto_.' }),
  };

  async run(): Promise<void> {
    const { args } = await this.parse(EvaluatorsShow);
    const { client } = await this.session();
    const evaluator = await resolveEvaluator({ client, evaluator: args.evaluator });
    await this.show({ json: evaluator, view: (display) => showPage(evaluatorPage(evaluator), display) });
  }
}
