import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { APP_FLAG, HUMAN_EVALUATION_ARG } from '../../src/cli/kit/define/flags.ts';
import { humanEvaluationView } from '../../src/ui/human-evaluations/human-summary-view.ts';
import {
  resolveHumanEvaluation,
  showHumanEvaluation,
} from '../../src/use-cases/human-evaluations/find-human-evaluations.ts';

export default class HumanEvalShow extends BaseCommand {
  static override summary = 'Show a human evaluation: the voting link, and the progress of its voters.';
  static override examples = ['wf human-eval show 01932c5e-1111', 'wf human-eval show 01932c5e-1111 --json'];
  static override args = HUMAN_EVALUATION_ARG;
  static override flags = APP_FLAG;

  async run(): Promise<void> {
    const { args } = await this.parse(HumanEvalShow);
    const { client, app, url } = await this.appSession();
    const evaluation = await resolveHumanEvaluation({ client, app, evaluation: args.id });
    const shown = await showHumanEvaluation({ client, evaluation, serverUrl: url });
    await this.show({ json: shown, view: () => humanEvaluationView(shown, url) });
  }
}
