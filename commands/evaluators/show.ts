import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { evaluatorView } from '../../src/ui/evaluators/evaluator-views.ts';
import { findAppId } from '../../src/use-cases/apps/resolve-app.ts';
import { resolveEvaluator } from '../../src/use-cases/evaluators/resolve-evaluator.ts';

export default class EvaluatorsShow extends BaseCommand {
  static override summary = 'Show an evaluator and its settings.';
  static override examples = ['wf evaluators show regex_test', 'wf evaluators show auto_similarity_match --json'];
  static override args = {
    evaluator: Flags.argument({
      names: 'evaluator',
      required: true,
      description: 'Key, with or without its leading auto_.',
    }),
  };

  static override flags = Flags.APP_FLAG;

  async run(): Promise<void> {
    const { args } = await this.parse(EvaluatorsShow);
    const { client, app } = await this.appSession();
    const appId = await findAppId(client, app);
    const evaluator = await resolveEvaluator({ client, appId, evaluator: args.evaluator });
    await this.show({ json: evaluator, view: () => evaluatorView(evaluator) });
  }
}
