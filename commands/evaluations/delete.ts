import * as Flags from '../../src/cli/kit/define/flags.ts';
import { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import { resolveEvaluation } from '../../src/use-cases/evaluations/resolve-evaluation.ts';
import { deleteRecord } from '../../src/use-cases/records/delete-record.ts';

export default class EvalDelete extends BaseCommand {
  static override summary = 'Delete an evaluation with its rows.';
  static override description = Flags.ASKS_FIRST;
  static override examples = ['wf eval delete 01932c5e-1111', 'wf eval delete 01932c5e-1111 --yes'];
  static override args = {
    id: Flags.argument({ names: 'evaluation', required: true, description: 'Id or id prefix.' }),
  };
  static override flags = { ...Flags.APP_FLAG, ...Flags.YES_FLAG };

  async run(): Promise<void> {
    const { args } = await this.parse(EvalDelete);
    const { client, app } = await this.appSession();
    const evaluation = await resolveEvaluation({ client, app, evaluation: args.id, isIdOnly: true });
    await this.confirm(`Delete evaluation ${evaluation.id} of ${evaluation.variant_names.join(', ')} with its rows?`);
    const warning = await deleteRecord(client, 'evaluation', evaluation);
    const line = `Deleted evaluation ${evaluation.id}.`;
    await this.show({ json: evaluation, warning, line, next: 'wf eval list' });
  }
}
