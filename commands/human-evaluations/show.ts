import * as Args from '../../src/cli/kit/define/args.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { APP_FLAG } from '../../src/cli/kit/define/base-flags.ts';
import { humanEvaluationPage } from '../../src/ui/human-evaluations/human-evaluation-page.ts';
import { showPage } from '../../src/ui/layout/show-page.ts';
import { resolveHumanEvaluation } from '../../src/use-cases/human-evaluations/resolve-human-evaluation.ts';
import { showHumanEvaluation } from '../../src/use-cases/human-evaluations/show-human-evaluation.ts';

export default class HumanEvalShow extends BaseCommand {
  static override summary = 'Show a human evaluation: the voting link, and the progress of its voters.';
  static override examples = ['wf human-eval show 01932c5e-1111', 'wf human-eval show 01932c5e-1111 --json'];
  static override args = {
    id: Args.string({ names: 'human evaluation', required: true, description: 'Id or id prefix.' }),
  };
  static override flags = APP_FLAG;

  async run(): Promise<void> {
    const { args } = await this.parse(HumanEvalShow);
    const { app } = await this.settings();
    const { client, url } = await this.session();
    const evaluation = await resolveHumanEvaluation({ client, app: app.value, evaluation: args.id });
    const shown = await showHumanEvaluation({ client, evaluation, serverUrl: url });
    await this.show({ json: shown, view: (display) => showPage(humanEvaluationPage(shown, url), display) });
  }
}
