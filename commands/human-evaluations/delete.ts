import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { APP_FLAG, ASKS_FIRST, HUMAN_EVALUATION_ARG, YES_FLAG } from '../../src/cli/kit/define/flags.ts';
import { resolveHumanEvaluation } from '../../src/use-cases/human-evaluations/find-human-evaluations.ts';
import { deleteRecord } from '../../src/use-cases/records/delete-record.ts';

export default class HumanEvalDelete extends BaseCommand {
  static override summary = 'Delete a human evaluation with its votes.';
  static override description = ASKS_FIRST;
  static override examples = ['wf human-eval delete 01932c5e-1111', 'wf human-eval delete 01932c5e-1111 --yes'];
  static override args = HUMAN_EVALUATION_ARG;
  static override flags = { ...APP_FLAG, ...YES_FLAG };

  async run(): Promise<void> {
    const { args } = await this.parse(HumanEvalDelete);
    const { client, app } = await this.appSession();
    const evaluation = await resolveHumanEvaluation({ client, app, evaluation: args.id });
    await this.confirm(
      `Delete human evaluation ${evaluation.id} of ${evaluation.variant_names.join(', ')} with its votes?`,
    );
    const warning = await deleteRecord(client, 'humanEvaluation', evaluation);
    const line = `Deleted human evaluation ${evaluation.id}.`;
    await this.show({ json: evaluation, warning, line, next: 'wf human-eval list' });
  }
}
